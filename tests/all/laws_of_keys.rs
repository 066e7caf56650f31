//! Every key type of an example, and of the tests of the crates that need no server, is held to its laws: the sources are read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders whose key types have laws.
const FOLDERS: [&str; 5] =
    ["examples", "rowkey-inspect/tests/keys", "rowkey-slatedb/tests", "rowkey-store/tests", "tests/all/public_tables"];

/// The files without, and the reason.
const EXEMPT: [(&str, &str); 15] = [
    ("examples/keys/layouts.rs", "pictures of wrong layouts"),
    ("rowkey-inspect/tests/keys/forms.rs", "layouts that are printed"),
    ("rowkey-inspect/tests/keys/key.rs", "local to a test"),
    ("rowkey-inspect/tests/keys/odd.rs", "layouts that are printed"),
    ("rowkey-inspect/tests/keys/scan.rs", "local to a test"),
    ("rowkey-slatedb/tests/all/faults.rs", "numbers alone"),
    ("rowkey-slatedb/tests/all/killed.rs", "numbers alone"),
    ("rowkey-store/tests/all/async_tables.rs", "numbers alone"),
    ("rowkey-store/tests/all/generations.rs", "generations of one type: tests/all/generations.rs has their laws"),
    ("rowkey-store/tests/all/killed.rs", "numbers alone"),
    ("rowkey-store/tests/all/kinds.rs", "local to each test"),
    ("rowkey-store/tests/all/table.rs", "those left are local to a test"),
    ("rowkey-store/tests/all/row_orders.rs", "those left are local to a test"),
    ("tests/all/public_tables/near.rs", "made by a macro"),
    ("tests/all/public_tables/opentsdb.rs", "made by a macro"),
];

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|it| it == "rs") {
            all.push(path);
        }
    }
}

/// The words of a text: names, and the marks between them.
fn words(text: &str) -> Vec<&str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split_inclusive(|it: char| !it.is_alphanumeric() && it != '_'))
        .flat_map(|word| {
            let end = word.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(word.len());
            let (name, mark) = word.split_at(end);
            [name, mark.trim()]
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// The structs and enums that derive `RowKey`.
fn derived<'t>(words: &[&'t str]) -> Vec<&'t str> {
    let derives = words.iter().enumerate().filter(|(_, word)| **word == "derive");
    let keys = derives.filter_map(|(at, _)| {
        let rest = &words[at..];
        let end = rest.iter().position(|word| *word == ")")?;
        let is_key = rest[..end].contains(&"RowKey");
        let name = rest.iter().position(|word| ["struct", "enum"].contains(word))? + 1;
        is_key.then(|| rest.get(name).copied())?
    });
    keys.collect()
}

/// The types that stand in a `laws!(..)`, by their last names.
fn with_laws<'t>(words: &[&'t str]) -> BTreeSet<&'t str> {
    let laws = words.windows(3).enumerate().filter(|(_, words)| words[..2] == ["laws", "!"]);
    laws.flat_map(|(at, _)| words[at + 3..].iter().copied().take_while(|word| *word != ")")).collect()
}

#[test]
fn every_key_type_has_its_laws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&root.join(folder), &mut files));
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|file| (file.strip_prefix(root).unwrap().display().to_string(), fs::read_to_string(file).unwrap()))
        .collect();
    // Laws stand in the file of a type, or in one of these.
    let others = ["tests/all/examples.rs", "rowkey-inspect/tests/keys/main.rs"];
    let others = others.map(|file| fs::read_to_string(root.join(file)).unwrap());
    let mut count = 0;
    for (file, text) in &texts {
        let held: BTreeSet<&str> = others.iter().chain([text]).flat_map(|text| with_laws(&words(text))).collect();
        let without: Vec<&str> = derived(&words(text)).into_iter().filter(|name| !held.contains(name)).collect();
        let is_exempt = EXEMPT.iter().any(|(exempt, _)| exempt == file);
        assert!(is_exempt || without.is_empty(), "{file}: `rowkey::laws!({})` is missing", without.join(", "));
        count += derived(&words(text)).len();
    }
    assert!(count > 50, "{count} key types");
    for (file, _) in EXEMPT {
        assert!(texts.iter().any(|(it, _)| it == file), "{file} is not there");
    }
}
