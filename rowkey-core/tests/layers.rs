//! The layers of the crate: no file uses what lies above it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Lowest first.
const LAYERS: [&str; 9] = ["bytes", "language", "error", "hbase", "layout", "codec", "key", "scan", "private"];

fn rank(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == name)
}

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

/// The names that follow `crate::`, each alone or in braces.
fn uses(code: &str) -> Vec<&str> {
    let word = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
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

/// The layer of each name that the crate's root re-exports.
fn reexports(lib: &str) -> BTreeMap<&str, &str> {
    let mut names = BTreeMap::new();
    for item in lib.split("pub use ").skip(1) {
        let item = item.split(';').next().unwrap_or_default().trim_start_matches("crate::");
        let (layer, rest) = item.split_once("::").unwrap();
        for name in rest.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty()) {
            names.insert(name, layer);
        }
    }
    names
}

#[test]
fn no_file_uses_what_lies_above_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(src.join("lib.rs")).unwrap();
    let (lib, mut files) = (code(&lib), Vec::new());
    let roots = reexports(&lib);
    sources(&src, &mut files);
    let (mut upward, mut checked) = (Vec::new(), 0);
    for path in files {
        let name = path.strip_prefix(&src).unwrap().to_str().unwrap();
        if name == "lib.rs" {
            continue;
        }
        let layer = name.split(['/', '.']).next().unwrap_or_default();
        let own = rank(layer).unwrap_or_else(|| panic!("{name} is in no layer of {LAYERS:?}"));
        for used in uses(&code(&fs::read_to_string(&path).unwrap())) {
            let of = roots.get(used).copied().unwrap_or(used);
            // Macros of the crate stand at its root, whatever layer they are for.
            if used.starts_with("__") {
                continue;
            }
            checked += 1;
            if rank(of).is_none_or(|other| other > own) {
                upward.push(format!("{name} uses {used}, of {of}"));
            }
        }
    }
    assert!(upward.is_empty(), "{upward:#?}");
    assert!(checked > 200, "{checked} uses were read");
}

#[test]
fn uses_are_read() {
    let code = code(
        "use crate::bytes::Hex;\n//! crate::scan\nuse crate::{error::{CodecError, A}, key, Layout};\nx(crate::salt::phoenix)",
    );
    assert_eq!(uses(&code), ["bytes", "error", "key", "Layout", "salt"]);
    let names = reexports("pub use key::{KeyBatch, RowKey};\npub mod salt { pub use crate::layout::salt::{Label}; }");
    assert_eq!(names["KeyBatch"], "key");
    assert_eq!(names["Label"], "layout");
}
