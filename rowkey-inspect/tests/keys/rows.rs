//! Tests of `rows`, and of keys whose fields another type reads.

use super::{Run, TYPES, file, odd, run_types};
use crate::types::{Call, Host, Place, Side, Site, TextKey, User, Visit};
use rowkey::RowKey;
use rowkey_inspect::{KeyType, Status};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A call in an old table, as text.
#[derive(RowKey, Debug, Serialize, Deserialize)]
#[rowkey(separator = "_")]
struct OldCall {
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    at: jiff::civil::DateTime,
    #[rowkey(decimal)]
    seconds: u32,
}

/// The same call in numbers, with the time as a count.
#[derive(RowKey, Debug, Serialize, Deserialize)]
struct NewCall {
    caller: u64,
    #[reverse_ts]
    at: i64,
    seconds: u16,
}

/// The same call with the time as an instant and a number as text.
#[derive(RowKey, Debug, Serialize, Deserialize)]
struct Moved {
    #[reverse_ts(millis, floor)]
    at: jiff::Timestamp,
    caller: u64,
    seconds: String,
}

#[derive(RowKey, Debug, Serialize, Deserialize)]
enum OldRow {
    #[rowkey(tag = "p")]
    Post {
        place: OldPlace,
        #[rowkey(decimal)]
        post: u16,
    },
    #[rowkey(tag = "m")]
    Meta,
}

#[derive(RowKey, Debug, Serialize, Deserialize)]
struct OldPlace {
    #[rowkey(len(2))]
    country: String,
    #[rowkey(len(3))]
    city: String,
}

#[derive(RowKey, Debug, Serialize, Deserialize)]
enum NewRow {
    #[rowkey(tag = "P")]
    Post { place: Place, post: u16 },
    #[rowkey(tag = "M")]
    Meta,
}

rowkey::laws!(OldCall, NewCall, Moved, OldRow, OldPlace, NewRow);

const OLD: [KeyType; 5] = [
    KeyType::of::<OldCall>(),
    KeyType::of::<NewCall>(),
    KeyType::of::<Moved>(),
    KeyType::of::<OldRow>(),
    KeyType::of::<NewRow>(),
];

fn hex(key: impl AsRef<[u8]>) -> String {
    data_encoding::HEXUPPER.encode(key.as_ref())
}

/// Checks that `rows` prints the JSON of serde, and that the rows round-trip through JSON and CSV.
#[track_caller]
fn come_back<K: RowKey + Serialize>(types: &[KeyType], rows: &[K]) {
    let name = K::LAYOUT.name();
    let keys: Vec<String> = rows.iter().map(|row| hex(row.encode().expect("a key"))).collect();
    let (_folder, keys) = file("rows.keys", &keys.join("\n"));
    let read = |path: &str, form: &str| {
        let Run { status, out, err } = run_types(types, &["rows", name, path, "--form", form], b"");
        assert_eq!((status, &*err), (Status::Done, ""), "{out}");
        out
    };
    let json = read(&keys, "json");
    let expected: Vec<String> = rows.iter().map(|row| serde_json::to_string(row).expect("JSON")).collect();
    assert_eq!(json.lines().collect::<Vec<_>>(), expected);
    let csv = read(&keys, "csv");
    for (file_name, text) in [("rows.jsonl", &json), ("rows.csv", &csv)] {
        let (_folder, path) = file(file_name, text);
        assert_eq!(read(&path, "json"), json, "{text}");
        assert_eq!(read(&path, "csv"), csv);
    }
}

#[test]
fn rows_of_every_type_come_back() {
    let at = jiff::civil::date(2017, 12, 1).at(4, 10, 0, 0);
    let place = || Place { country: "AT".into(), city: 7 };
    come_back(&TYPES, &[Call { phone: "13362666677".into(), at: 1_512_101_400_000 }, Call { phone: "".into(), at: 0 }]);
    let text = |seconds| TextKey {
        caller: "13362666677".into(),
        at,
        callee: "14444445555".into(),
        side: Side::Caller,
        seconds,
    };
    come_back(&TYPES, &[text(0), text(u32::MAX)]);
    let visit = |guide, note: &str| Visit {
        place: place(),
        day: "2017-12-01T00:00:00Z".parse().unwrap(),
        guide,
        note: note.into(),
    };
    come_back(&TYPES, &[visit(None, ""), visit(Some(7), "a, \"b\"\r\nc;\té ")]);
    let board = Site::Board { board: "rust".into() };
    let thread = Site::Thread { board: "r,s".into(), at: -5, thread: 9 };
    come_back(&TYPES, &[board, Site::Meta, thread, Site::User(User { user: 7 })]);
    let texts = |text: &str| Host {
        domain: text.into(),
        rack: text.into(),
        unit: text.into(),
        role: "abc".into(),
        name: text.into(),
        note: text.into(),
    };
    come_back(&TYPES, &[texts("é"), texts("a b"), texts("null"), texts("12")]);
    come_back(&odd::TYPES, &[odd::wide()]);
    come_back(&odd::TYPES, &[odd::Event { place: place(), at: 9 }]);
    let packed = |a, b| odd::Packed { a, b, c: "[1]".into() };
    come_back(&odd::TYPES, &[packed(i64::MIN, None), packed(i64::MAX, Some(u64::MAX))]);
}

#[test]
fn long_rows_are_whole_in_a_pipe() {
    // Characters of two bytes at every offset, over more than one buffer.
    let row = |number: usize| Visit {
        place: Place { country: "AT".into(), city: 7 },
        day: "2017-12-01T00:00:00Z".parse().unwrap(),
        guide: None,
        note: format!("{}{}", "x".repeat(number % 3), "é".repeat(number)),
    };
    come_back(&TYPES, &(0..300).map(row).collect::<Vec<_>>());
}

#[test]
fn a_row_that_csv_cannot_hold_is_wrong() {
    let rows = |form: &str, more: &[&str]| {
        let input = "4203\n585900\n";
        run_types(&odd::TYPES, &[&["rows", "Row", "-", "--form", form], more].concat(), input.as_bytes())
    };
    assert_eq!(rows("json", &[]).out, "{\"Board\":{\"board\":3}}\n{\"Unknown\":[88,89,0]}\n");
    let reason = "line 2: expected fields with names, found [88,89,0]: write `--form json`";
    let Run { status, out, err } = rows("csv", &[]);
    assert_eq!((status, &*out, err), (Status::Failed, "kind,board\nBoard,3\n", format!("error: -: {reason}\n")));
    let Run { status, out, err } = rows("csv", &["--skip-wrong"]);
    let note = format!("note: 1 row is wrong, the first on {reason}\n");
    assert_eq!((status, &*out, err), (Status::Done, "kind,board\nBoard,3\n", note));

    // The output drops control characters.
    let visit = |note: &str| {
        let (place, day) = (Place { country: "AT".into(), city: 7 }, "2017-12-01T00:00:00Z".parse().unwrap());
        hex(Visit { place, day, guide: None, note: note.into() }.encode().expect("a key"))
    };
    for note in ["a\x1B[31mb", "a\0", "a\x7Fb", "a\u{9B}b"] {
        let key = visit(note);
        let Run { out, .. } = run_types(&TYPES, &["rows", "Visit", "-", "--form", "json"], key.as_bytes());
        assert_eq!(serde_json::from_str::<Value>(&out).expect("JSON")["note"], note);
        let Run { status, out, err } = run_types(&TYPES, &["rows", "Visit", "-"], key.as_bytes());
        assert_eq!((status, &*out), (Status::Failed, "place.country,place.city,day,guide,note\n"));
        let expected = format!(
            "error: -: line 1: `note`: expected text without control characters, found {note:?}: write `--form json`\n"
        );
        assert_eq!(err, expected);
        let Run { status, .. } = run_types(&TYPES, &["rows", "Visit", "-", "--skip-wrong"], key.as_bytes());
        assert_eq!(status, Status::Failed, "no row is left");
    }
}

/// Returns the number of rows under each layout, and the bytes of a key.
fn compared(arguments: &[&str], rows: &str) -> Vec<(Value, Value)> {
    let (_folder, path) = file("old.keys", rows);
    let Run { status, out, err } =
        run_types(&OLD, &[&["compare"], arguments, &[&*path, "--regions", "1", "--json"]].concat(), b"");
    assert_eq!((status, &*err), (Status::Done, ""), "{arguments:?}");
    let found: Value = serde_json::from_str(&out).expect("JSON");
    let layouts = found["layouts"].as_array().expect("layouts");
    layouts.iter().map(|it| (it["shares"]["rows"].clone(), it["shares"]["bytes_per_key"].clone())).collect()
}

#[test]
fn a_field_of_another_type_is_read_as_text() {
    let rows = "13362666677_2017-12-01 04:10_180\n00362666677_2017-12-01 04:11_7";
    let expected = [(json!(2), json!(31.0)), (json!(2), json!(18.0)), (json!(2), json!(18.0))];
    assert_eq!(compared(&["OldCall", "NewCall", "Moved"], rows), expected);
    let leading = |rows: &str| {
        let (_folder, path) = file("old.keys", rows);
        run_types(&OLD, &["compare", "OldCall", "NewCall", &path, "--regions", "1"], b"")
    };
    // The error of a row that the other type rejects names the field.
    let Run { status, err, .. } = leading("13362666677_2017-12-01 04:10_70000");
    assert_eq!(status, Status::Failed);
    assert!(err.ends_with(": line 1: `seconds`: expected u16, found \"70000\"\n"), "{err}");

    let post = |city: &str| {
        let place = OldPlace { country: "AT".into(), city: city.into() };
        hex(OldRow::Post { place, post: 7 }.encode().expect("a key"))
    };
    let rows = [post("123"), hex(OldRow::Meta.encode().expect("a key")), post("001")];
    let expected = [(json!(3), json!(5.0)), (json!(3), json!(19.0 / 3.0))];
    assert_eq!(compared(&["OldRow", "NewRow"], &rows.join("\n")), expected);
}

#[test]
fn the_numbers_of_text_keys_are_those_of_the_new_keys() {
    let rows = "13362666677_2017-12-01 04:10_180";
    let Run { out, .. } = run_types(&OLD, &["rows", "OldCall", "-"], rows.as_bytes());
    assert_eq!(out, "caller,at,seconds\n13362666677,2017-12-01T04:10:00,180\n");
    let (_folder, path) = file("old.keys", rows);
    let Run { out, err, .. } =
        run_types(&OLD, &["compare", "OldCall", "NewCall", &path, "--regions", "1", "--json"], b"");
    let found: Value = serde_json::from_str(&out).expect(&err);
    assert_eq!(found["layouts"][1]["shares"]["leading"]["most_frequent"][0]["value"], "13362666677");
}
