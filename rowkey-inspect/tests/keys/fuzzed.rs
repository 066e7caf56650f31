//! A property of input texts: bytes and keys as text, rows, samples and queries. `fuzz` checks it for generated texts. The tests check it
//! for the texts that fuzzing has kept.

use crate::TYPES;
use rowkey::bytes::parse;
use rowkey::hbase::splits_file;
use rowkey::split::{to_bytes_binary, to_string_binary};
use rowkey_inspect::{Status, Streams};

/// Checks the property for one text. The first two bytes choose the operation and the key type.
pub fn text(input: &[u8]) {
    let [command, of, bytes @ ..] = input else { return };
    let name = TYPES[usize::from(*of) % TYPES.len()].name();
    let text = String::from_utf8_lossy(bytes);
    match command % 10 {
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
        _ => {
            run(&["share", name, "-", "--format", "keys"], bytes);
            run(&["rows", name, "-", "--skip-wrong"], bytes);
        }
    }
}

/// Checks that bytes round-trip through each text form, and that parsed text does too.
fn check_bytes(bytes: &[u8], text: &str) {
    assert_eq!(to_bytes_binary(&to_string_binary(bytes)), bytes);
    if let Ok(read) = parse(text) {
        let hex: String = read.iter().map(|byte| format!("{byte:02x} ")).collect();
        assert_eq!(parse(&hex).as_deref(), Ok(&read[..]), "the bytes of {text:?}");
    }
    let quoted = format!("\"{}\"", bytes.escape_ascii());
    assert_eq!(parse(&quoted).as_deref(), Ok(bytes), "{quoted}");
    let _ = to_bytes_binary(text);
    // HBase trims the blanks around each line.
    if let Ok(file) = splits_file(text.split('\n').map(str::as_bytes)) {
        let keys: Vec<Vec<u8>> = file.lines().map(to_bytes_binary).collect();
        assert_eq!(keys, text.split('\n').map(|key| key.as_bytes().to_vec()).collect::<Vec<_>>(), "{file}");
    }
}

/// Checks that the tool prints a result or an error message.
fn run(arguments: &[&str], mut input: &[u8]) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams { input: &mut input, out: &mut out, err: &mut err };
    let status = rowkey_inspect::run(&TYPES, ["keys"].iter().chain(arguments), streams);
    assert!(status == Status::Done || !out.is_empty() || !err.is_empty(), "{status:?} without a word: {arguments:?}");
    assert!(std::str::from_utf8(&out).is_ok() && std::str::from_utf8(&err).is_ok());
}

#[test]
fn texts_that_fuzzing_has_kept() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/text");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.len() >= 20, "{} inputs", files.len());
    files.iter().for_each(|file| text(&std::fs::read(file).unwrap()));
}
