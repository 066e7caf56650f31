//! Runs the tool in process with the types of `types.rs`.

mod check;
mod encode;
mod forms;
mod fuzzed;
mod key;
mod layout;
#[allow(dead_code)]
#[path = "../../../examples/keys/layouts.rs"]
mod layouts;
mod odd;
mod rows;
mod samples;
mod scan;
mod splits;
mod types;

use rowkey_inspect::{KeyType, Status, Streams};
use types::{Call, Host, Note, Place, Site, TextKey, Thread, Visit};

const TYPES: [KeyType; 8] = [
    KeyType::of::<Call>(),
    KeyType::of::<TextKey>(),
    KeyType::of::<Place>(),
    KeyType::of::<Visit>(),
    KeyType::of::<Site>(),
    KeyType::of::<Thread>(),
    KeyType::of::<Host>(),
    KeyType::of::<Note>(),
];

/// A run of the tool: its exit status and its output.
struct Run {
    status: Status,
    out: String,
    err: String,
}

/// Runs the tool with arguments and a standard input.
fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    run_types(&TYPES, arguments, input)
}

/// Runs the tool with other types.
fn run_types(types: &[KeyType], arguments: &[&str], mut input: &[u8]) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams { input: &mut input, out: &mut out, err: &mut err };
    let status = rowkey_inspect::run(types, ["keys"].iter().chain(arguments), streams);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Run { status, out: text(out), err: text(err) }
}

fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// Returns the output for valid arguments.
#[track_caller]
fn answer(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(arguments);
    assert_eq!((status, &*err), (Status::Done, ""), "{arguments:?}: {out}");
    out
}

/// Returns the error for invalid arguments.
#[track_caller]
fn error(arguments: &[&str], expected: Status) -> String {
    let Run { status, out, err } = run(arguments);
    assert_eq!((status, &*out), (expected, ""), "{arguments:?}: {err}");
    err
}

/// Checks the output, with one final line end.
#[track_caller]
fn assert_shows(out: &str, expected: &str) {
    assert_eq!(out.trim_end(), expected.trim_end(), "found\n{out}");
    // A lock and a key stay on one line, so that they can be copied.
    let is_copied = |line: &str| line.contains(" | ") || line.starts_with("text  ");
    let wide = out.lines().find(|line| line.chars().count() > 80 && !is_copied(line));
    assert_eq!(wide, None, "a line of more than 80 columns");
}

/// A temporary file.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (folder, path.to_str().expect("a path in UTF-8").to_owned())
}

#[test]
fn the_help_names_every_verb() {
    let help = answer(&["--help"]);
    for command in ["layout", "key", "encode", "scan", "splits", "check", "rows"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let help = answer(&[command, "--help"]);
        assert!(help.contains("\nExamples:\n  keys "), "{command}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}

#[test]
fn a_wrong_command_line_is_status_2() {
    for arguments in [&[][..], &["layou"], &["layout", "--jsn"], &["encode"]] {
        let Run { status, out, err } = run(arguments);
        assert_eq!((status, &*out), (Status::Usage, ""), "{arguments:?}");
        assert!(err.contains("Usage: keys"), "{err}");
    }
    let expected =
        "error: expected a key type, one of Call, TextKey, Place, Visit, Site, Thread, Host, Note, found `Cal`\n";
    for command in ["layout", "encode", "scan", "splits"] {
        assert_eq!(error(&[command, "Cal"], Status::Usage), expected);
    }
}

rowkey::laws!(
    Call,
    TextKey,
    Place,
    Visit,
    Site,
    types::User,
    Thread,
    Host,
    Note,
    layouts::TimeFirst,
    layouts::PlaneFirst,
    layouts::Salted,
    layouts::SaltedDead,
);
