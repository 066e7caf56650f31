//! Tests of `key`.

use super::{Run, assert_shows, error, run, run_types, run_with};
use rowkey::RowKey;
use rowkey_inspect::{KeyType, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const CALL: &str = "0331333336323636363637370000000000000000007FFFFE9FEFBBB23F";

/// Returns the output for keys with errors.
#[track_caller]
fn failed(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["key"], arguments].concat());
    assert_eq!((status, &*err), (Status::Failed, ""));
    out
}

#[test]
fn a_key() {
    let shown = r#"hex: a key of Call
29 bytes as Call
     0  salt   bucket 3 of 6
               03
     1  phone  "13362666677"
               31 33 33 36 32 36 36 36 36 37 37 00 00 00 00 00
               00 00 00 00
    21  at     1512101400000 (2017-12-01T04:10:00Z)
               7F FF FE 9F EF BB B2 3F
a valid key, in region 3 of 0..=5: 03 .. 04
one byte more or less, at either end: not a key"#;
    assert_shows(&super::answer(&["key", CALL]), shown);
}

#[test]
fn every_notation_is_guessed_and_shown() {
    let text = r"\x0313362666677\x00\x00\x00\x00\x00\x00\x00\x00\x00\x7F\xFF\xFE\x9F\xEF\xBB\xB2?";
    let forms = [
        (CALL, "hex"),
        ("0x0331333336323636363637370000000000000000007fffFE9FEFBBB23F", "hex"),
        (text, "text"),
        ("AzEzMzYyNjY2Njc3AAAAAAAAAAAAf//+n++7sj8=", "base64"),
        ("AzEzMzYyNjY2Njc3AAAAAAAAAAAAf__-n--7sj8", "base64"),
    ];
    for (form, notation) in forms {
        let shown = super::answer(&["key", form]);
        assert!(shown.starts_with(&format!("{notation}: a key of Call\n")), "{form}: {shown}");
    }
    let found = error(&["key", "s:M", "--notation", "hex"], Status::Failed);
    assert_eq!(found, "error: expected a key in hex, found \"s:M\"\n");
}

#[test]
fn standard_input_is_raw_bytes_or_lines() {
    let Run { status, out, .. } = run_with(&["key", "-"], &rowkey::bytes::parse(CALL).unwrap());
    assert_eq!(status, Status::Done);
    assert!(out.starts_with("raw bytes: a key of Call\n"), "{out}");
    let Run { status, out, .. } = run_with(&["key", "-"], b"s:M\n\n733A4D\r\n");
    assert_eq!(status, Status::Done);
    let kind = "a key of Site\n3 bytes as Site::Meta\n     0  tag  73 3A 4D  \"s:M\"\n\
                a valid key, in region 1 of 0..=6: \"s:M\" .. \"s:T\"\none byte more or less, at either end: not a key\n";
    assert_eq!(out, format!("text: {kind}\nhex: {kind}"));
}

#[test]
fn lines_are_lines_even_if_all_of_them_are_a_key() {
    #[derive(RowKey, Serialize, Deserialize)]
    struct Text {
        text: String,
    }
    let key = |input: &[u8]| run_types(&[KeyType::of::<Text>()], &["key", "-", "--json"], input);
    let keys = |input: &[u8]| {
        let found: Value = serde_json::from_str(&key(input).out).expect("JSON");
        found
            .as_array()
            .expect("answers")
            .iter()
            .map(|it| format!("{} {}", it["notation"], it["text"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(b"6131\n6132\n"), [r#""hex" "a1""#, r#""hex" "a2""#]);
    assert_eq!(keys(b"host one\n"), [r#""text" "host one""#]);
    assert_eq!(keys(b"a\0b"), [r#""raw bytes" "a\\x00b""#]);
    for input in [&b""[..], b"\n\n"] {
        let Run { status, out, err } = key(input);
        assert_eq!((status, &*out), (Status::Failed, ""));
        assert_eq!(err, "error: expected a key on the standard input, found nothing\n");
    }
    let found = run_with(&["key", "-", "--notation", "hex"], b"\xFF");
    assert_eq!(found.err, "error: expected a key on each line, found invalid UTF-8 at offset 0\n");
    let found = run_with(&["key", "-", "-"], b"s:M\n");
    assert_eq!(found.err, "error: expected `-` once, because the standard input can be read once\n");
}

#[test]
fn a_key_without_its_label() {
    let shown = r#"hex: not a key of Call
28 bytes as Call
     0  salt   WRONG: expected the label of one of 6 buckets
               31
     1  phone  "3362666677\0\0\0\0\0\0\0\0\0\u{7f}"
               33 33 36 32 36 36 36 36 37 37 00 00 00 00 00 00
               00 00 00 7F
    21  at     WRONG: the key ends before this element does
               FF FE 9F EF BB B2 3F
not a valid key: the key ends at offset 28, inside `Call.at`, which begins at
offset 21 and needs at least 8 bytes
in region 5 of 0..=5: 05 .. end of table
with a byte before it: a key of Call, if it is 03"#;
    assert_shows(&failed(&[&CALL[2..], "--type", "Call"]), shown);
}

#[test]
fn one_byte_less_and_one_more() {
    let with_line_end = failed(&[&format!("{CALL}0A")]);
    assert!(with_line_end.ends_with("\nwithout its last byte: a key of Call\n"), "{with_line_end}");
    let with_more_before = failed(&[&format!("00{CALL}")]);
    assert!(with_more_before.ends_with("\nwithout its first byte: a key of Call\n"), "{with_more_before}");
    let place = failed(&["4154000000"]);
    assert!(place.contains("\nwith a byte after it: a key of Place, for every byte from 00 to FF\n"), "{place}");
    let board = super::answer(&["key", "s:Brusty"]);
    let ends =
        "without its last byte: a key of Site\nwith a byte after it: a key of Site, if it is one of 26 from 61 to 7A\n";
    assert!(board.ends_with(ends), "{board}");
}

#[test]
fn bytes_that_are_no_key_are_explained_as_the_nearest_type() {
    let thread = failed(&["s:Trusty"]);
    assert!(thread.starts_with("text: not a key of Site\n8 bytes as Site::Thread\n     0  tag"), "{thread}");
    let other_bucket = failed(&[&CALL.replacen("03", "04", 1)]);
    assert!(
        other_bucket.contains("0  salt   WRONG: expected bucket 3 from the salt, found bucket 4\n"),
        "{other_bucket}"
    );
}

#[test]
fn json() {
    let shown: Value = serde_json::from_str(&failed(&[&CALL[2..], "--type", "Call", "--json"])).expect("JSON");
    let answer = &shown[0];
    assert_eq!(
        (&answer["type"], &answer["is_key"], &answer["notation"]),
        (&"Call".into(), &false.into(), &"hex".into())
    );
    assert_eq!(answer["hex"], CALL[2..]);
    assert_eq!(answer["elements"][0]["wrong"], "expected the label of one of 6 buckets");
    assert_eq!((&answer["neighbors"][3]["type"], &answer["neighbors"][3]["bytes"]), (&"Call".into(), &"03".into()));
}

#[test]
fn the_type_may_be_the_first_word() {
    let named = failed(&["--type", "Call", &CALL[2..], "s:M"]);
    for name in ["Call", "call"] {
        assert_eq!(failed(&[name, &CALL[2..], "s:M"]), named);
    }
    // Alone, or after the type, it is a key.
    assert!(failed(&["Call"]).starts_with("text: not a key of "));
    assert!(failed(&["--type", "Site", "Call", "s:M"]).starts_with("text: not a key of Site\n4 bytes"));
}

#[test]
fn reasons_are_wrapped() {
    let found = failed(&["TextKey", "01_13362666677_2017-12-01 04:10_1336266667a_1_3"]);
    let (_, reason) = found.split_once("WRONG: ").expect("a reason");
    let (reason, _) = reason.split_once("31 33 33").expect("the bytes of the element");
    let words: Vec<&str> = reason.split_whitespace().collect();
    assert!(reason.trim_end().contains('\n') && words.join(" ").ends_with("is not in the alphabet `0-9`"), "{found}");
    assert!(found.lines().all(|line| line.chars().count() <= 80), "{found}");
}

#[test]
fn the_picture_of_a_key_has_its_bytes_and_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("key.svg");
    let svg = path.to_str().expect("a path in UTF-8");
    let key = "0331333336323636363637370000000000000000007FFFFE9FEFBBB23F";
    super::answer(&["key", "Call", key, "--svg", svg]);
    let picture = std::fs::read_to_string(&path).expect("a picture");
    let texts: Vec<&str> = picture.split("</text>").filter_map(|text| text.rsplit('>').next()).map(str::trim).collect();
    let cells = texts.iter().filter(|text| text.len() == 2 && u8::from_str_radix(text, 16).is_ok()).count();
    // One text is the offset of the last element.
    assert!(cells >= 29 && texts.contains(&"text padded to 20 bytes with 00"), "{texts:?}");
    assert!(texts.contains(&"&quot;13362666677&quot;") && texts.contains(&"phone"), "{texts:?}");
    // A key with an error is drawn as far as it decodes, also one of an enum.
    for (of, key) in [("Call", "0331"), ("Site", "733A5400"), ("Thread", "743A0000000770")] {
        let found = run(&["key", of, key, "--svg", svg]);
        assert_eq!((found.status, &*found.err), (Status::Failed, ""));
        assert!(std::fs::read_to_string(&path).expect("a picture").contains("WRONG: "));
    }
    let found = error(&["key", key, key, "--svg", svg], Status::Usage);
    assert_eq!(found, "error: expected one key for `--svg`, found 2\n");
}
