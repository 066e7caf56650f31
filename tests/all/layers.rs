//! The layers of the crates: no file uses what lies above it, so each can be read from the ground up.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder with the simulated machine, on which unit tests run a client: it uses the client, whose lowest files use it in tests.
const SIMULATION: &str = "sim";

#[test]
fn of_the_core() {
    let layers = ["bytes", "language", "error", "layout", "codec", "key", "scan", "formats", "private"];
    assert_layers("rowkey-core/src/lib.rs", "crate", &layers, 200);
}

#[test]
fn of_scans() {
    let layers = ["query", "plan", "show", "rows", "subspace"];
    assert_layers("rowkey-core/src/scan.rs", "crate::scan", &layers, 40);
}

#[test]
fn of_formats() {
    // No format uses another, so any order holds.
    let mut layers = ["strftime", "fdb_tuple", "phoenix", "hbase"];
    assert_layers("rowkey-core/src/formats.rs", "crate::formats", &layers, 0);
    layers.reverse();
    assert_layers("rowkey-core/src/formats.rs", "crate::formats", &layers, 0);
    let layers = ["name", "family", "table", "create", "fuzzy", "shell_scan", "sql", "string_split", "uniform_split"];
    assert_layers("rowkey-core/src/formats/hbase.rs", "crate::formats::hbase", &layers, 4);
}

#[test]
fn of_stores() {
    let ground = ["trace", "batch", "error", "moves", "value", "write_clock", "part", "places", "store", "async_store"];
    let stores = ["memory", "redb", "rows", "within", "async_rows", "async_within", "blocking", "regions"];
    let tables = ["table", "rekey", "secondary_keys", "table_batch", "async_table", "indexed"];
    let layers = [&ground[..], &stores, &tables, &["async_indexed", "async_table_batch"]].concat();
    assert_layers("rowkey-store/src/lib.rs", "crate", &layers, 60);
}

#[test]
fn of_hbase() {
    let ground = ["thrift2", "exception", "host", "clock", "budget", "builder"];
    let layers =
        [&ground[..], &["net", "error", "name", "descriptor", "trace", "client", "connect", "admin", "rows"]].concat();
    assert_layers("rowkey-hbase/src/lib.rs", "crate", &layers, 100);
}

#[test]
fn of_bigtable() {
    let ground =
        ["chunks", "error", "idle", "schema", "span", "peer", "transport", "clock", "pool", "config", "filter"];
    let layers = [&ground[..], &["retry", "path", "trace", "client", "admin", "rows", "scan", "store"]].concat();
    let layers = [&layers[..], &["async_store", "atomic", "write"]].concat();
    assert_layers("rowkey-bigtable/src/lib.rs", "crate", &layers, 40);
}

#[test]
fn of_slatedb() {
    let layers = ["error", "prefix", "span", "scan", "reader", "store", "write"];
    assert_layers("rowkey-slatedb/src/lib.rs", "crate", &layers, 5);
}

#[test]
fn of_the_tool() {
    let ground = ["evenness", "words", "explained", "failure", "notation", "quantiles", "query", "row", "style"];
    let types = ["wrong", "console", "heat", "planner", "stores", "key_type", "answer", "sample", "loads", "regions"];
    let layers = [&ground[..], &types, &["share", "compare", "picture", "output", "page", "commands", "args"]].concat();
    assert_layers("rowkey-inspect/src/lib.rs", "crate", &layers, 60);
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
    assert_eq!(reexports(body_of("pub mod x {\n    pub use key::A;\n}\n pub use scan::A;", "x"))["A"], "key");
    assert_eq!(reexports("mod plan;\npub(crate) use self::plan::next::{Next};")["Next"], "plan");
}

/// Asserts that no file of a module uses a layer above its own, and that at least `least` uses were read.
///
/// `module` is its file in the repository, beside the folder with its layers, and `path` its path in code. `layers` are the names of its
/// files and folders, lowest first; what the module re-exports is of the layer that it comes from.
fn assert_layers(module: &str, path: &str, layers: &[&str], least: usize) {
    let (upward, read) = upward(&Path::new(env!("CARGO_MANIFEST_DIR")).join(module), path, layers);
    assert!(upward.is_empty(), "{upward:#?}");
    assert!(read >= least, "{read} uses were read");
}

/// The uses of what lies above the file that uses it, and how many uses were read.
fn upward(file: &Path, path: &str, layers: &[&str]) -> (Vec<String>, usize) {
    let rank = |name: &str| layers.iter().position(|layer| *layer == name);
    let is_root = file.ends_with("lib.rs");
    let folder = if is_root { file.parent().unwrap().to_path_buf() } else { file.with_extension("") };
    let module = code(&fs::read_to_string(file).unwrap());
    // The root makes the public module `codec` from the layer `codec` and from higher ones.
    let made: Vec<_> = layers.iter().map(|layer| (*layer, reexports(body_of(&module, layer)))).collect();
    let (reexports, mut files) = (reexports(&module), Vec::new());
    sources(&folder, &mut files);
    let (mut upward, mut read) = (Vec::new(), 0);
    for file in files {
        let name = file.strip_prefix(&folder).unwrap().to_str().unwrap();
        let layer = name.split(['/', '.']).next().unwrap_or_default();
        if is_root && name == "lib.rs" || layer == SIMULATION {
            continue;
        }
        let own = rank(layer).unwrap_or_else(|| panic!("{name} is in no layer of {layers:?}"));
        let code = code(&fs::read_to_string(&file).unwrap());
        let layer_of = |used| reexports.get(used).copied().unwrap_or(used);
        // A file can name the module by `super` too. A module inside of the file says `super` of the file: its names are not layers.
        let from_inside = uses(&code, &"super::".repeat(name.split('/').count()));
        let from_inside = from_inside.into_iter().filter(|used| rank(layer_of(used)).is_some());
        for used in uses(&code, &format!("{path}::")).into_iter().chain(from_inside) {
            // The macros of a crate stand at its root, whatever layer they are for; its constants there are for all.
            let is_at_root = used.starts_with("__") || module.contains(&format!("const {used}:"));
            if is_at_root || used == SIMULATION {
                continue;
            }
            read += 1;
            if rank(layer_of(used)).is_none_or(|other| other > own) {
                upward.push(format!("{name} uses {used}, of {}", layer_of(used)));
            }
        }
        for (made, reexports) in &made {
            let mut used = uses(&code, &format!("{path}::{made}::"));
            if *made == layer {
                used.extend(uses(&code, &"super::".repeat(name.matches('/').count())));
            }
            for (used, of) in used.into_iter().filter_map(|used| Some((used, reexports.get(used)?))) {
                if rank(of).is_some_and(|other| other > own) {
                    upward.push(format!("{name} uses {made}::{used}, of {of}"));
                }
            }
        }
    }
    (upward, read)
}

/// The code between the braces of a module inside of another; empty if there is none.
fn body_of<'m>(module: &'m str, name: &str) -> &'m str {
    let (_, rest) = module.split_once(&format!("pub mod {name} {{")).unwrap_or_default();
    rest.split("\n}").next().unwrap_or_default()
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
        let Some((layer, rest)) = item.split_once("::") else { continue };
        for name in rest.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty()) {
            names.insert(name, layer);
        }
    }
    names
}
