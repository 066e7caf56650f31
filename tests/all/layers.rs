//! The structure of the crates: files import each other in no ring, and core's layers only those below. So each crate can be read from the
//! ground up.

mod graph;

use graph::Graph;
use std::collections::BTreeSet;

/// The modules that the root of core writes itself. They re-export what is public, from all layers.
const FRONT: [&str; 4] = ["codec", "salt", "split", "__private0"];

#[test]
fn no_files_import_each_other() {
    // An error inside an error: each of the two types is a part of the other.
    let nested: &[&str] = &["error/decode", "error/nested"];
    assert_rings("rowkey-core", &[nested], 1_000);
    assert_rings("rowkey-derive", &[], 100);
    assert_rings("rowkey-store", &[], 80);
    assert_rings("rowkey-hbase", &[], 100);
    assert_rings("rowkey-bigtable", &[], 40);
    assert_rings("rowkey-slatedb", &[], 5);
    assert_rings("rowkey-inspect", &[], 150);
}

/// `tests/core` compiles the sources of core a second time.
#[test]
fn both_manifests_of_core_have_the_same_dependencies() {
    let manifests = [include_str!("../../rowkey-core/Cargo.toml"), include_str!("../core/Cargo.toml")];
    let lines = |manifest: &'static str, section: &str| -> Vec<&'static str> {
        let (_, rest) = manifest.split_once(section).unwrap();
        let lines = rest.lines().skip(1).take_while(|line| !line.starts_with('['));
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    };
    let [core, tests] = manifests.map(|manifest| lines(manifest, "\n[dependencies]"));
    assert_eq!(core, tests);
    let [core, mut tests] = manifests.map(|manifest| lines(manifest, "\n[features]"));
    let all: Vec<&str> = core.iter().filter_map(|line| line.split(' ').next()).collect();
    let default = format!(r#"default = ["brute_force", "{}"]"#, all.join(r#"", ""#));
    assert_eq!(tests.drain(..2).collect::<Vec<_>>(), [&default, "brute_force = []"]);
    assert_eq!(core, tests);
}

#[test]
fn layers_of_core() {
    let layers = ["bytes", "json", "language", "error", "layout", "codec", "key", "scan", "formats", "private"];
    assert_layers("rowkey-core", "", &layers, 700);
    assert_layers("rowkey-core", "scan/", &["query", "plan", "show", "rows", "subspace"], 40);
    // No format uses another, so any order holds.
    let mut formats = ["strftime", "fdb_tuple", "phoenix", "ordered_code", "hbase"];
    assert_layers("rowkey-core", "formats/", &formats, 5);
    formats.reverse();
    assert_layers("rowkey-core", "formats/", &formats, 5);
    let hbase = ["name", "family", "table", "create", "fuzzy", "shell_scan", "sql", "string_split", "uniform_split"];
    assert_layers("rowkey-core", "formats/hbase/", &hbase, 4);
}

/// The table of `rowkey-hbase/CONTRIBUTING.md`.
#[test]
fn layers_of_hbase() {
    let ground = ["thrift2", "exception", "host", "clock", "budget", "builder"];
    let layers =
        [&ground[..], &["net", "error", "name", "descriptor", "trace", "client", "connect", "admin", "rows"]].concat();
    assert_layers("rowkey-hbase", "", &layers, 100);
}

#[test]
fn layers_of_other_crates() {
    let ground = [
        "trace",
        "batch",
        "move_step",
        "error",
        "moves",
        "value",
        "write_clock",
        "part",
        "places",
        "store",
        "async_store",
    ];
    let tables = ["rows", "async_rows", "regions", "delete_all", "table", "rekey", "async_table"];
    let secondary = ["keys_of_row", "secondary_keys", "built", "indexed_deletes", "rows_by", "async_rows_by"];
    let ways = ["way", "async_way", "transact", "async_transact", "transactions", "async_transactions"];
    let stores = ["memory", "redb", "within", "fjall", "heed", "async_within", "joined", "blocking", "versions"];
    let top = ["table_batch", "async_table_batch", "indexed", "async_indexed", "moving"];
    let layers = [&ground[..], &tables, &secondary, &ways, &stores, &top].concat();
    assert_layers("rowkey-store", "", &layers, 60);
    let ground =
        ["chunks", "error", "idle", "schema", "span", "peer", "transport", "clock", "pool", "config", "filter"];
    let layers = [&ground[..], &["retry", "path", "trace", "client", "admin", "rows", "scan", "store"]].concat();
    let layers = [&layers[..], &["async_store", "atomic", "write", "versions"]].concat();
    assert_layers("rowkey-bigtable", "", &layers, 40);
    assert_layers("rowkey-slatedb", "", &["error", "prefix", "span", "scan", "reader", "store", "write"], 5);
    let ground = ["evenness", "words", "explained", "failure", "notation", "quantiles", "query", "row", "style"];
    let types = ["wrong", "console", "heat", "planner", "stores", "key_type", "answer", "sample", "loads", "regions"];
    let layers = [&ground[..], &types, &["share", "compare", "picture", "output", "page", "commands", "args"]].concat();
    assert_layers("rowkey-inspect", "", &layers, 60);
}

/// Asserts that these are the rings of a crate, and that at least `least` imports were read.
fn assert_rings(name: &str, expected: &[&[&str]], least: usize) {
    let graph = Graph::read(name);
    assert_eq!(graph.rings(), expected, "{name}");
    let read = graph.imports().count();
    assert!(read >= least, "{name}: {read} imports");
}

/// Asserts that no file of a module imports a layer above its own. `layers` are the names of its files and folders, lowest first.
fn assert_layers(name: &str, module: &str, layers: &[&str], least: usize) {
    let graph = Graph::read(name);
    let layer = |file: &str| {
        let layer = file.split('/').next().unwrap_or_default();
        layers
            .iter()
            .position(|it| *it == layer)
            .unwrap_or_else(|| panic!("{module}{file} is in no layer of {layers:?}"))
    };
    let inside = |(file, import): (&'_ str, &'_ str)| {
        let is_front =
            |file: &str| file.is_empty() || name == "rowkey-core" && module.is_empty() && FRONT.contains(&file);
        let pair = (file.strip_prefix(module)?.to_owned(), import.strip_prefix(module)?.to_owned());
        (!is_front(file) && !is_front(import)).then_some(pair)
    };
    let imports: Vec<(String, String)> = graph.imports().filter_map(inside).collect();
    let upward: Vec<_> = imports.iter().filter(|(file, import)| layer(import) > layer(file)).collect();
    assert!(upward.is_empty(), "{upward:#?}");
    assert!(imports.len() >= least, "{name}: {} imports", imports.len());
}

#[test]
fn imports_are_followed_to_their_files() {
    let files = [
        (
            "",
            "mod a;\npub mod front {\n    mod x;\n    pub use crate::a::deep::Deep;\n    pub use x::X as Y;\n}\npub use a::A;",
        ),
        (
            "front/x",
            "// use crate::b;\nuse super::Y;\nfn f() { crate::b::g() }\n#[cfg(test)]\nmod tests { use crate::c::C; }",
        ),
        ("a", "mod deep;\nuse crate::{b::{B, g}, front::Deep};"),
        ("a/deep", "use super::super::A;\nuse crate::c::C;"),
        ("b", "pub(crate) use crate::c::C;\nconst TEXT: &str = \"use a::A;\";"),
        ("c", "use crate::front::{Deep, self};"),
    ];
    let graph = Graph::of(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let imports: Vec<_> = graph.imports().collect();
    let expected = [("a", "b"), ("a/deep", "c"), ("b", "c"), ("c", "a/deep"), ("c", "front"), ("front/x", "b")];
    assert_eq!(imports, expected);
    assert_eq!(graph.rings(), [["a/deep", "c"]]);
    assert_eq!((graph.lines("a"), graph.lines("d")), (Some(2), None));
}

/// The files of the path in `rowkey-core/READING.md` import only each other, and those in its second table.
#[test]
fn the_reading_path_is_closed() {
    let page = include_str!("../../rowkey-core/READING.md");
    let names = |cell: &str| -> Vec<String> {
        let names = cell.split('`').skip(1).step_by(2);
        names.map(|name| name.strip_suffix(".rs").unwrap_or(name).to_owned()).collect()
    };
    let rows = |start: fn(&str) -> bool| page.lines().filter(move |line| start(line));
    let is_number =
        |line: &str| line.strip_prefix("| ").is_some_and(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let path: Vec<String> = rows(is_number).flat_map(|line| names(line.split('|').nth(2).unwrap())).collect();
    let others: Vec<String> =
        rows(|line| line.starts_with("| `")).flat_map(|line| names(line.split('|').nth(1).unwrap())).collect();
    let graph = Graph::read("rowkey-core");
    let is_in = |file: &str, name: &str| file == name || name.ends_with('/') && file.starts_with(name);
    let (mut used, mut beyond) = (BTreeSet::new(), Vec::new());
    for (file, import) in graph.imports().filter(|(file, _)| path.iter().any(|it| it == file)) {
        match others.iter().find(|other| is_in(import, other)) {
            Some(other) => drop(used.insert(other)),
            None if path.iter().any(|it| it == import) || FRONT.contains(&import) => {}
            None => beyond.push((file, import)),
        }
    }
    assert!(beyond.is_empty(), "{beyond:#?}");
    let unused: Vec<_> = others.iter().filter(|other| !used.contains(other)).collect();
    assert!(unused.is_empty(), "{unused:?}");
    let lines: usize = path.iter().map(|file| graph.lines(file).unwrap_or_else(|| panic!("{file}"))).sum();
    assert!(path.len() <= 17 && (2_000..3_200).contains(&lines), "{} files, {lines} lines", path.len());
}
