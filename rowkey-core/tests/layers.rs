//! The layers of the crate, and those of its scans: no file uses what lies above it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Lowest first.
const LAYERS: [&str; 9] = ["bytes", "language", "error", "hbase", "layout", "codec", "key", "scan", "private"];

/// The layers of `scan/`, lowest first.
const SCAN_LAYERS: [&str; 5] = ["query", "plan", "show", "rows", "subspace"];

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|it| it == "rs") {
            into.push(path);
        }
    }
}

/// The code of a file: no comments, and nothing of its tests, which may look everywhere.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The names that follow a path, such as `crate::`, each alone or in braces.
fn uses<'c>(code: &'c str, path: &str) -> Vec<&'c str> {
    let word = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut names = Vec::new();
    for rest in code.split(path).skip(1) {
        match rest.strip_prefix('{').and_then(|group| group.split_once("};")) {
            Some((group, _)) => {
                let mut depth = 0;
                let mut at_start = true;
                for (at, c) in group.char_indices() {
                    if depth == 0 && at_start && (c.is_alphabetic() || c == '_') {
                        names.push(&group[at..at + word(&group[at..])]);
                        at_start = false;
                    }
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => at_start = true,
                        _ => {}
                    }
                }
            }
            None => names.push(&rest[..word(rest)]),
        }
    }
    names
}

/// The layer of each name that a module re-exports.
fn reexports(module: &str) -> BTreeMap<&str, &str> {
    let mut names = BTreeMap::new();
    for item in module.split(" use ").skip(1) {
        let item = item.split(';').next().unwrap_or_default();
        let item = item.trim_start_matches("crate::").trim_start_matches("self::");
        let (layer, rest) = item.split_once("::").unwrap();
        for name in rest.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty()) {
            names.insert(name, layer);
        }
    }
    names
}

/// The uses, in a folder, of what lies above the file that uses it; and how many uses were read. `path` names the folder's module in
/// code, `module` is its text.
fn upward(folder: &Path, layers: &[&str], path: &str, module: &str) -> (Vec<String>, usize) {
    let rank = |name: &str| layers.iter().position(|layer| *layer == name);
    let module = code(module);
    let (reexports, mut files) = (reexports(&module), Vec::new());
    sources(folder, &mut files);
    let (mut upward, mut read) = (Vec::new(), 0);
    for file in files {
        let name = file.strip_prefix(folder).unwrap().to_str().unwrap();
        if name == "lib.rs" {
            continue;
        }
        let layer = name.split(['/', '.']).next().unwrap_or_default();
        let own = rank(layer).unwrap_or_else(|| panic!("{name} is in no layer of {layers:?}"));
        for used in uses(&code(&fs::read_to_string(&file).unwrap()), path) {
            let of = reexports.get(used).copied().unwrap_or(used);
            // Macros of the crate stand at its root, whatever layer they are for.
            if used.starts_with("__") {
                continue;
            }
            read += 1;
            if rank(of).is_none_or(|other| other > own) {
                upward.push(format!("{name} uses {used}, of {of}"));
            }
        }
    }
    (upward, read)
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn no_file_uses_what_lies_above_it() {
    let lib = fs::read_to_string(src().join("lib.rs")).unwrap();
    let (upward, read) = upward(&src(), &LAYERS, "crate::", &lib);
    assert!(upward.is_empty(), "{upward:#?}");
    assert!(read > 200, "{read} uses were read");
}

#[test]
fn no_file_of_a_scan_uses_what_lies_above_it() {
    let scan = fs::read_to_string(src().join("scan.rs")).unwrap();
    let (upward, read) = upward(&src().join("scan"), &SCAN_LAYERS, "crate::scan::", &scan);
    assert!(upward.is_empty(), "{upward:#?}");
    assert!(read > 40, "{read} uses were read");
}

#[test]
fn uses_are_read() {
    let code = code(
        "use crate::bytes::Hex;\n//! crate::scan\nuse crate::{error::{CodecError, A}, key, Layout};\nx(crate::salt::phoenix)",
    );
    assert_eq!(uses(&code, "crate::"), ["bytes", "error", "key", "Layout", "salt"]);
    let names = reexports("pub use key::{KeyBatch, RowKey};\npub mod salt { pub use crate::layout::salt::{Label}; }");
    assert_eq!(names["KeyBatch"], "key");
    assert_eq!(names["Label"], "layout");
    assert_eq!(reexports("mod plan;\npub(crate) use self::plan::next::{Next};")["Next"], "plan");
}
