//! Every key type of an example, and of the tests of the library and of the stores, is held to its laws: the sources are read.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders whose key types have laws.
const FOLDERS: [&str; 8] = [
    "examples",
    "rowkey-bigtable",
    "rowkey-hbase",
    "rowkey-inspect/tests/keys",
    "rowkey-slatedb/tests",
    "rowkey-store/tests",
    "tests/all",
    "tests/consumers/strict/tests",
];

/// The files without, and the reason.
const EXEMPT: [(&str, &str); 6] = [
    ("rowkey-bigtable/tests/live/tables.rs", "a key of 4,097 bytes, whose laws take half a minute"),
    ("rowkey-hbase/examples/rates.rs", "a program without tests"),
    ("rowkey-hbase/tests/gateways/limits.rs", "keys of 32 KiB and more, of which only the layout is looked at"),
    ("tests/all/broken_laws.rs", "keys that break the laws"),
    ("tests/all/laws/layouts.rs", "each stands in a `laws(..)`, which also says its order"),
    (
        "tests/all/tables/telecom/java.rs",
        "drawn texts are hardly ever the numbers that the salt reads, so no rows are made",
    ),
];

/// The laws that stand in another file than the types of a folder.
const ELSEWHERE: [(&str, &str); 4] = [
    ("examples/", "tests/all/examples.rs"),
    ("examples/small/", "examples/tests/laws.rs"),
    ("examples/keys/", "rowkey-inspect/tests/keys/main.rs"),
    ("rowkey-inspect/tests/keys/", "rowkey-inspect/tests/keys/main.rs"),
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

/// A text without the derives inside functions and macros: no `laws!` outside can name a type that is local to a test. The
/// code is formatted, so an indented line belongs to the item above it that is not.
fn without_local_types(text: &str) -> String {
    let mut is_module = false;
    let kept = text.lines().filter(|line| {
        let is_indented = line.is_empty() || line.starts_with(' ');
        if !is_indented {
            is_module = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ").starts_with("mod ");
        }
        !is_indented || is_module || !line.trim_start().starts_with("#[derive")
    });
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// The structs and enums that derive `RowKey`, but those with a lifetime, for which there are no laws.
fn derived<'t>(words: &[&'t str]) -> Vec<&'t str> {
    let derives = words.iter().enumerate().filter(|(_, word)| **word == "derive");
    let keys = derives.filter_map(|(at, _)| {
        let rest = &words[at..];
        let end = rest.iter().position(|word| *word == ")")?;
        let is_key = rest[..end].contains(&"RowKey");
        let name = rest.iter().position(|word| ["struct", "enum"].contains(word))? + 1;
        let is_lent = rest.get(name + 1) == Some(&"<");
        (is_key && !is_lent).then(|| rest.get(name).copied())?
    });
    // A macro's `$name` is not a name.
    keys.filter(|name| *name != "$").collect()
}

/// The words of all `rowkey::laws!(..)`, among them the last names of types.
fn with_laws<'t>(words: &[&'t str]) -> Vec<&'t str> {
    let laws = words.windows(4).enumerate().filter(|(_, words)| words[..3] == [":", "laws", "!"]);
    laws.flat_map(|(at, _)| words[at + 4..].iter().copied().take_while(|word| *word != ")")).collect()
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
    let mut count = 0;
    for (file, text) in &texts {
        let elsewhere = ELSEWHERE.iter().filter(|(folder, _)| file.starts_with(folder));
        let elsewhere: String = elsewhere.map(|(_, laws)| fs::read_to_string(root.join(laws)).unwrap()).collect();
        let (here, there) = (words(text), words(&elsewhere));
        let held = [with_laws(&here), with_laws(&there)].concat();
        let own = without_local_types(text);
        let types = derived(&words(&own));
        // Types of several modules have one name: each has its own place in the laws.
        let times = |names: &[&str], name: &str| names.iter().filter(|it| **it == name).count();
        let mut without: Vec<&str> =
            types.iter().copied().filter(|name| times(&types, name) > times(&held, name)).collect();
        without.dedup();
        let is_exempt = EXEMPT.iter().any(|(exempt, _)| exempt == file);
        assert!(is_exempt || without.is_empty(), "{file}: `rowkey::laws!({})` is missing", without.join(", "));
        assert!(!is_exempt || !without.is_empty(), "{file}: each type has its laws, so the file need not be exempt");
        count += types.len();
    }
    assert!(count > 250, "{count} key types");
    for (file, _) in EXEMPT {
        assert!(texts.iter().any(|(it, _)| it == file), "{file} is not there");
    }
}
