//! Rows in other forms of serde, and queries for parts of a nested key.

use super::{error, file, run_types};
use crate::types::{Place, Visit};
use rowkey::RowKey;
use rowkey_inspect::{KeyType, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(RowKey, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reading {
    device_id: u32,
    #[reverse_ts]
    taken_at: i64,
}

#[derive(RowKey, Debug, Serialize, Deserialize)]
enum Board {
    #[rowkey(tag = "p")]
    Post { thread: u32, post: u16 },
    #[rowkey(tag = "m")]
    Meta,
}

#[derive(RowKey, Debug, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    #[rowkey(tag = "p")]
    Post { thread: u32, post: u16 },
    #[rowkey(tag = "m")]
    Meta,
}

const TYPES: [KeyType; 4] =
    [KeyType::of::<Reading>(), KeyType::of::<Board>(), KeyType::of::<Tagged>(), KeyType::of::<Visit>()];

#[track_caller]
fn answer(arguments: &[&str]) -> Value {
    let found = run_types(&TYPES, &[arguments, &["--json"]].concat(), b"");
    assert_eq!((found.status, &*found.err), (Status::Done, ""), "{arguments:?}");
    serde_json::from_str(&found.out).expect("JSON")
}

fn hex(key: impl AsRef<[u8]>) -> String {
    data_encoding::HEXUPPER.encode(key.as_ref())
}

#[test]
fn a_renamed_field_has_both_names() {
    let key = hex(Reading { device_id: 7, taken_at: 1_512_086_400_000 }.encode().unwrap());
    for words in [["device_id=7", "taken_at=2017-12-01"], ["deviceId=7", "takenAt=1512086400000"]] {
        assert_eq!(answer(&[&["encode", "Reading"][..], &words].concat())["hex"], key);
    }
    for header in ["device_id,taken_at", "deviceId,takenAt", "note,takenAt,device_id"] {
        let row = if header.starts_with("note") { "x,1512086400000,7" } else { "7,1512086400000" };
        let (_folder, path) = file("readings.csv", &format!("{header}\n{row}\n"));
        let found = answer(&["share", "Reading", &path]);
        assert_eq!((&found["rows"], &found["leading"]["most_frequent"][0]["value"]), (&1.into(), &"7".into()));
    }
    let typed = Reading::scan().device_id(7).taken_at(5..).plan().unwrap();
    let range = typed.ranges().next().unwrap();
    assert_eq!(
        answer(&["scan", "Reading", "device_id = 7 and taken_at >= 5"])["ranges"][0]["start"],
        hex(range.start())
    );
    let found = run_types(&TYPES, &["encode", "Reading", "device_id=7", "at=1"], b"");
    assert_eq!(found.err, "error: `at`: expected one of deviceId, takenAt\n");
}

#[test]
fn the_variant_of_json_lines_is_outside_or_a_field() {
    let lines = [
        r#"{"Post":{"thread":7,"post":9}}"#,
        r#"{"kind":"Post","thread":7,"post":9}"#,
        r#""Meta""#,
        r#"{"kind":"Meta"}"#,
    ];
    let (_folder, path) = file("rows.jsonl", &lines.join("\n"));
    let kinds = |of: &str, path: &str| answer(&["share", of, path])["leading"]["most_frequent"].clone();
    let two = |name: &str| serde_json::json!({"value": name, "rows": 2});
    assert_eq!(kinds("Board", &path), serde_json::json!([two("Meta"), two("Post")]));
    let (_folder, path) = file("rows.jsonl", &[lines[1], lines[3], lines[1], lines[3]].join("\n"));
    assert_eq!(kinds("Tagged", &path), serde_json::json!([two("Meta"), two("Post")]));
    let (_folder, path) = file("rows.jsonl", r#"{"kind":"Pots","thread":7,"post":9}"#);
    let found = run_types(&TYPES, &["share", "Board", &path], b"");
    assert!(found.err.contains("unknown variant `Pots`, expected `Post` or `Meta`"), "{}", found.err);
}

#[test]
fn an_enum_in_another_form_is_refused_in_words() {
    let (_folder, path) = file("rows.csv", "kind,thread,post\nPost,7,9\n");
    for arguments in [&["share", "Tagged", &path][..], &["encode", "Tagged", "Post", "thread=7", "post=9"]] {
        let found = run_types(&TYPES, arguments, b"");
        assert_eq!(found.status, Status::Failed);
        let expected = "expected an enum in the default form of serde, without `tag`, `content`, and `untagged`";
        assert!(found.err.contains(expected), "{}", found.err);
    }
    assert_eq!(answer(&["share", "Board", &path])["rows"], 1);
}

#[test]
fn a_nested_key_is_queried_by_its_parts() {
    let place = || Place { country: "AT".into(), city: 7 };
    let day: jiff::Timestamp = "2017-12-01T00:00:00Z".parse().unwrap();
    let typed = Visit::scan().place(place()).day(day).plan().unwrap();
    let range = typed.ranges().next().unwrap();
    // In any order, and with other conditions between them.
    for query in [
        "place.country = AT and place.city = 7 and day = 2017-12-01",
        "place.city = 7 and day = 2017-12-01 and place.country = AT",
    ] {
        let found = answer(&["scan", "Visit", query]);
        assert_eq!(found["ranges"][0]["start"], hex(range.start()), "{query}");
        assert_eq!(found["ranges"][0]["stop"], hex(range.stop().unwrap()), "{query}");
        assert_eq!(found["filters"], serde_json::json!([]));
    }
    let expected = "error: expected one `=` on each part of `place`, because a query needs its whole value, found";
    let cases = [
        ("place.country = AT", "a missing field `city`", 16),
        ("place.country = AT and place.city > 7", "another condition on `place.city`", 23),
        ("place.city = 7 and place.city = 8", "`place.city` twice", 19),
    ];
    for (query, found, at) in cases {
        let found_error = error(&["scan", "Visit", query], Status::Failed);
        assert_eq!(found_error, format!("{expected} {found}\n  {query}\n  {}^\n", " ".repeat(at)));
    }
    let found_error = error(&["scan", "Visit", "plaze.city = 7"], Status::Failed);
    assert!(
        found_error.starts_with("error: expected a field of Visit, one of place, day, guide, note"),
        "{found_error}"
    );
}

rowkey::laws!(Reading, Board, Tagged);
