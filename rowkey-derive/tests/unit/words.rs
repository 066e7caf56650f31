//! The words of a field: which files name them, and which use what is known by name.

use crate::items::{Group, ITEMS};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The files of the derive whose code has the text, outside of comments.
fn files_with(text: &str) -> BTreeSet<String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let has = |path: &PathBuf| {
        let code = fs::read_to_string(path).unwrap();
        code.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(text))
    };
    let found = files(&src).into_iter().filter(has);
    found.map(|path| path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/")).collect()
}

fn set(files: &[&str]) -> BTreeSet<String> {
    files.iter().map(|file| (*file).to_owned()).collect()
}

#[test]
fn a_word_that_names_a_codec_is_in_one_file() {
    let writes_value = |group: Group| group.is_text() || group.is_number() || group.is_time();
    for item in ITEMS.iter().filter(|item| writes_value(item.group)) {
        // The forms of salts and of computed elements have the names of items, but are others.
        let expected = match item.word {
            "digits" => set(&["attr/element.rs", "attr/salt.rs", "items.rs"]),
            "hex" | "bytes" => set(&["attr/salt.rs", "items.rs"]),
            // Also of a length: `length_prefixed(u16, le)`.
            "le" => set(&["attr.rs", "attr/words.rs", "items.rs"]),
            _ => set(&["items.rs"]),
        };
        assert_eq!(files_with(&format!("\"{}\"", item.word)), expected, "{}", item.word);
        for way in item.ways {
            assert_eq!(files_with(&format!("\"{}\"", way.codec)), set(&["items.rs"]), "{}", way.codec);
        }
    }
}

#[test]
fn facts_are_used_in_the_places_that_contributing_names() {
    let rules = include_str!("../../../CONTRIBUTING.md");
    let rule = rules.lines().skip_while(|line| !line.starts_with("- **A fact about a type is a constant"));
    let rule: Vec<&str> = rule.take_while(|line| !line.starts_with("- **Errors.")).collect();
    let rule = rule.concat();
    let (_, named) = rule.split_once("use these facts").unwrap();
    let files = files_with(".facts");
    assert_eq!(files, set(&["check.rs", "expand/known.rs"]));
    assert!(files.iter().all(|file| named.contains(&format!("{file}`"))), "{named}");
}

#[test]
fn each_word_has_its_own_row() {
    let words: BTreeSet<&str> = ITEMS.iter().map(|item| item.word).collect();
    assert_eq!(words.len(), ITEMS.len());
}
