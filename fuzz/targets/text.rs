//! Texts that people give: bytes and keys as text, rows, samples and questions of the command-line tool.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rowkey::bytes::parse;
use rowkey::split::{splits_file, to_bytes_binary, to_string_binary};
use rowkey_inspect::{KeyType, Status, Streams};
use types::{Call, Host, Note, Place, Site, TextKey, Thread, Visit};

/// The key types of the tests of the tool.
#[path = "../../rowkey-inspect/tests/keys/types.rs"]
#[allow(missing_docs)]
mod types;

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

fuzz_target!(|input: &[u8]| {
    let [verb, of, bytes @ ..] = input else { return };
    let name = TYPES[usize::from(*of) % TYPES.len()].name();
    let text = String::from_utf8_lossy(bytes);
    match verb % 10 {
        0 => check_bytes(bytes, &text),
        1 => run(&["scan", name, "--", &text], b""),
        2 => run(&["scan", name, "--json", "--", &text], b""),
        3 => run(&["key", "--", &text], b""),
        4 => run(&["key", "--json", "--type", name, "--", &text], b""),
        5 => {
            let words: Vec<&str> = text.split('\n').collect();
            run(&[&["encode", name, "--"], &words[..]].concat(), b"");
        }
        6 => run(&["check", name, "-"], bytes),
        7 => run(&["share", name, "-", "--format", "csv", "--skip-wrong"], bytes),
        8 => run(&["heat", name, "-", "--format", "json", "--skip-wrong"], bytes),
        _ => run(&["share", name, "-", "--format", "keys"], bytes),
    }
});

/// Bytes come back from each form of them as text, and what is read from a text comes back from the text of that.
fn check_bytes(bytes: &[u8], text: &str) {
    assert_eq!(to_bytes_binary(&to_string_binary(bytes)), bytes);
    if let Ok(read) = parse(text) {
        let hex: String = read.iter().map(|byte| format!("{byte:02x} ")).collect();
        assert_eq!(parse(&hex).as_deref(), Ok(&read[..]), "the bytes of {text:?}");
    }
    let quoted = format!("\"{}\"", bytes.escape_ascii());
    assert_eq!(parse(&quoted).as_deref(), Ok(bytes), "{quoted}");
    let _ = to_bytes_binary(text);
    // HBase cuts the blanks around each line.
    if let Ok(file) = splits_file(text.split('\n').map(str::as_bytes)) {
        let keys: Vec<Vec<u8>> = file.lines().map(to_bytes_binary).collect();
        assert_eq!(keys, text.split('\n').map(|key| key.as_bytes().to_vec()).collect::<Vec<_>>(), "{file}");
    }
}

/// The tool answers, or says in words what is wrong.
fn run(arguments: &[&str], mut input: &[u8]) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams { input: &mut input, out: &mut out, err: &mut err };
    let status = rowkey_inspect::run(&TYPES, ["keys"].iter().chain(arguments), streams);
    assert!(status == Status::Done || !out.is_empty() || !err.is_empty(), "{status:?} without a word: {arguments:?}");
    assert!(std::str::from_utf8(&out).is_ok() && std::str::from_utf8(&err).is_ok());
}
