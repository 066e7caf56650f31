//! The commands in the README print the output that it shows.

#[allow(dead_code)] // The `main` of the example.
#[path = "../examples/keys.rs"]
mod keys;

use rowkey_inspect::{KeyType, Status, Streams};
use std::fs;
use std::path::Path;

/// Writes the input files of the commands.
fn write_files(folder: &Path) {
    let calls = ["13361000001,1", "13362000002,2", "13363000003,3", "13364000004,4", "13365000005,5", "13366000006,6"];
    fs::write(folder.join("calls.csv"), format!("phone,at\n{}\n", calls.join("\n"))).expect("a file");
    let posts: Vec<String> = (0..64).map(|post| format!("Post,{},{}", post / 4, post % 4)).collect();
    fs::write(folder.join("posts.csv"), format!("kind,thread,post\n{}\n", posts.join("\n"))).expect("a file");
    let (good, bad) =
        ("0331333336323636363637370000000000000000007FFFFE9FEFBBB23F", "04313333363236363636373700000000");
    let bad = format!("{bad}00000000007FFFFE9FEFBBB23F");
    fs::write(folder.join("calls.keys"), format!("{good}\n{bad}\n{bad}\n")).expect("a file");
}

/// Splits a command into arguments like a shell, at blanks outside single quotes.
fn arguments(command: &str) -> Vec<String> {
    let (mut all, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for character in command.chars() {
        match character {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => all.push(std::mem::take(&mut word)),
            character => word.push(character),
        }
    }
    all.push(word);
    all
}

/// Runs a command and returns its output. The exit status must be 1 if the output reports an error.
fn output(command: &str, folder: &Path) -> String {
    let in_folder = |word: String| match word.as_str() {
        "calls.csv" | "calls.keys" | "posts.csv" => folder.join(word).to_str().expect("a path in UTF-8").to_owned(),
        _ => word,
    };
    let types = [KeyType::of::<keys::Call>(), KeyType::of::<keys::Thread>(), KeyType::of::<keys::Visit>()];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams { input: &mut std::io::empty(), out: &mut out, err: &mut err };
    let status = rowkey_inspect::run(&types, arguments(command).into_iter().map(in_folder), streams);
    let err = String::from_utf8(err).expect("text");
    let note = if command.contains("--skip-wrong") { "note: " } else { "" };
    assert!(err.starts_with(note) && err.is_empty() == note.is_empty(), "{command}: {err}");
    let out = String::from_utf8(out).expect("text");
    let is_wrong = out.contains("not a valid key: ");
    assert_eq!(status, if is_wrong { Status::Failed } else { Status::Done }, "{command}");
    out
}

/// Returns `true` if the text matches the shown output. A line `..` matches any lines.
fn is_shown(text: &str, shown: &str) -> bool {
    let mut parts = shown.split("..\n");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    for part in &parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty() || parts.last().is_some_and(|last| last.is_empty() || text.ends_with(last))
}

#[test]
fn every_command_prints_the_shown_output() {
    let folder = tempfile::tempdir().expect("a folder");
    write_files(folder.path());
    let blocks = include_str!("../README.md").split("```console\n$ ").skip(1);
    let blocks: Vec<&str> = blocks.map(|block| block.split_once("```").expect("the end of a block").0).collect();
    assert!(blocks.len() >= 6, "{} commands", blocks.len());
    for block in blocks {
        let (command, shown) = block.split_once('\n').expect("a command");
        let found = output(command, folder.path());
        assert!(is_shown(&found, shown), "$ {command}\n{found}");
    }
}
