//! Samples with wrong rows, keys in several notations, and times in several units.

use super::{Run, file, run_types};
use rowkey::RowKey;
use rowkey_inspect::{KeyType, Status};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(RowKey, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stay {
    #[reverse_ts(secs)]
    checked_in: i64,
    guest: u8,
}

#[derive(RowKey, Debug, Serialize, Deserialize)]
struct Bill {
    guest: u8,
    stay: Stay,
}

#[derive(RowKey, Debug, Serialize, Deserialize)]
enum Desk {
    #[rowkey(tag = "b")]
    Bill(Bill),
    #[rowkey(tag = "s")]
    #[serde(rename_all = "camelCase")]
    Stay {
        #[reverse_ts(micros)]
        checked_in: i64,
    },
}

#[derive(RowKey, Debug, Serialize, Deserialize)]
struct Word {
    #[rowkey(chars("a-z"))]
    word: String,
}

rowkey::laws!(Stay, Bill, Desk, Word);

const TYPES: [KeyType; 4] =
    [KeyType::of::<Stay>(), KeyType::of::<Bill>(), KeyType::of::<Desk>(), KeyType::of::<Word>()];

fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    run_types(&TYPES, arguments, input)
}

fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

#[track_caller]
fn data(arguments: &[&str], input: &[u8]) -> Value {
    let found = run_with(&[arguments, &["--json"]].concat(), input);
    assert_eq!(found.status, Status::Done, "{arguments:?}: {}", found.err);
    serde_json::from_str(&found.out).expect("JSON")
}

/// One row per second for an hour. With the right unit, a column is a minute or more.
fn step(of: &str, field: &str, format: &str, lines: &[String], more: &[&str]) -> Value {
    let arguments = [&["heat", of, "-", "--time", field, "--format", format][..], more].concat();
    // A type without split keys needs to read the file twice.
    let (_folder, path) = file("rows", &lines.join("\n"));
    data(&arguments.iter().map(|word| if *word == "-" { &*path } else { word }).collect::<Vec<_>>(), b"")["step"]
        .clone()
}

const DAY: u64 = 1_512_086_400;

#[test]
fn the_unit_of_a_time_is_found_under_every_name() {
    let csv = |header: &str, row: &dyn Fn(u64) -> String| -> Vec<String> {
        [header.to_owned()].into_iter().chain((0..3_600).map(|second| row(DAY + second))).collect()
    };
    let json = |row: &dyn Fn(u64) -> Value| -> Vec<String> { (0..3_600).map(|at| row(DAY + at).to_string()).collect() };
    let minutes = json!(300_000);
    for name in ["checkedIn", "checked_in"] {
        let rows = csv(&format!("{name},guest"), &|at| format!("{at},7"));
        for asked in ["checkedIn", "checked_in"] {
            assert_eq!(step("Stay", asked, "csv", &rows, &[]), minutes, "{name} {asked}");
        }
        let rows = json(&|at| json!({"checkedIn": at, "guest": 7}));
        assert_eq!(step("Stay", name, "json", &rows, &[]), minutes);
        let rows = csv("guest,stay.checkedIn,stay.guest", &|at| format!("1,{at},7"));
        assert_eq!(step("Bill", &format!("stay.{name}"), "csv", &rows, &[]), minutes, "{name}");
        let rows = json(&|at| json!({"guest": 1, "stay": {"checkedIn": at, "guest": 7}}));
        assert_eq!(step("Bill", &format!("stay.{name}"), "json", &rows, &[]), minutes, "{name}");
        let rows = json(&|at| json!({"Stay": {"checkedIn": at * 1_000_000}}));
        assert_eq!(step("Desk", name, "json", &rows, &[]), minutes, "{name}");
    }
    let rows = json(&|at| json!({"Bill": {"guest": 1, "stay": {"checkedIn": at, "guest": 7}}}));
    assert_eq!(step("Desk", "stay.checked_in", "json", &rows, &[]), minutes);
}

#[test]
fn the_unit_of_a_column_outside_the_key_is_an_argument() {
    let rows: Vec<String> =
        ["at,word".to_owned()].into_iter().chain((0..3_600).map(|at| format!("{},a", DAY + at))).collect();
    assert_eq!(step("Word", "at", "csv", &rows, &["--unit", "secs"]), json!(300_000));
    assert_eq!(step("Word", "at", "csv", &rows, &[]), json!(100));
    let found = run(&["heat", "Word", "-", "--unit", "secs"]);
    assert!(found.status == Status::Usage && found.err.contains("--time <FIELD>"), "{}", found.err);
}

#[test]
fn the_time_can_be_a_field_of_keys() {
    let (_folder, path) = file("rows.keys", "a\n");
    let found = run(&["heat", "Word", &path, "--time", "at"]);
    assert_eq!((found.status, &*found.err), (Status::Usage, "error: expected a field, one of word, found `at`\n"));
}

#[test]
fn a_date_is_a_count_under_the_name_of_serde() {
    let found = data(&["share", "Stay", "-", "--format", "csv"], b"checkedIn,guest\n2017-12-01,7\n");
    assert_eq!(found["leading"]["most_frequent"][0]["value"], "2017-12-01 00:00");
}

#[test]
fn the_first_line_alone_does_not_choose_the_notation() {
    // `cafe` and `beef` are also hex, but of bytes that are no key. `zebra` is not hex.
    let words = b"cafe\nzebra\nbeef\nhost\n";
    let found = run_with(&["check", "Word", "-"], b"zebra\n63616665\n62656566\n");
    assert!(found.out.starts_with("3 keys, read as hex\n2 are keys of Word\n"), "{}", found.out);
    let found = run_with(&["check", "Word", "-"], words);
    assert!(found.out.starts_with("4 keys, read as text\n4 are keys of Word\n"), "{}", found.out);
    for (input, given, rows) in [(&words[..], &[][..], 4), (b"63616665\n62656566\n", &["--notation", "hex"], 2)] {
        let found = data(&[&["share", "Word", "-"], given].concat(), input);
        assert_eq!((&found["rows"], &found["leading"]["distinct"]), (&json!(rows), &json!(rows)));
    }
    let found = run_with(&["share", "Word", "-", "--notation", "hex", "--skip-wrong"], b"63616665\nzebra\n");
    assert_eq!(found.err, "note: 1 row is wrong, the first on line 2: expected a key in hex\n");
    let found = run_with(&["share", "Word", "-", "--notation", "hex", "--format", "csv"], words);
    assert_eq!(found.err, "error: expected `--format keys` with `--notation`, which is for encoded keys\n");
}

#[test]
fn a_wrong_row_of_any_sort_is_passed_with_its_line() {
    let cases: [(&str, &[u8], u64, &str); 5] = [
        ("csv", b"at,guest,word\n1,1,a\n2,2\n3,3,b\n", 3, "expected 3 columns, found 2"),
        ("csv", b"at,guest,word\n1,1,a\n2,2,\xFF\n3,3,b\n", 3, "invalid UTF-8 at offset 0 of column 3"),
        (
            "csv",
            b"at,guest,word\n1,1,a\n,2,c\n3,3,b\n",
            3,
            "`at`: expected a date or a count of milliseconds, found \"\"",
        ),
        ("json", b"{\"at\":1,\"word\":\"a\"}\n\xFF\n{\"at\":3,\"word\":\"b\"}\n", 2, "invalid UTF-8 at offset 0"),
        (
            "json",
            b"{\"at\":1,\"word\":\"a\"}\n{\"word\":\"c\"}\n{\"at\":3,\"word\":\"b\"}\n",
            2,
            "expected a field `at`",
        ),
    ];
    for (format, input, line, reason) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows");
        std::fs::write(&path, input).expect("a file");
        let path = path.to_str().expect("a path in UTF-8");
        for command in [&["heat", "Word"][..], &["compare", "Word", "Word"]] {
            let arguments = [command, &[path, "--format", format, "--time", "at", "--regions", "1"]].concat();
            let found = run(&arguments);
            let expected = format!("error: {path}: line {line}: {reason}\n");
            assert_eq!((found.status, found.err), (Status::Failed, expected), "{arguments:?}");
            let found = run(&[&arguments[..], &["--skip-wrong"]].concat());
            let expected = format!("note: 1 row is wrong, the first on line {line}: {reason}\n");
            assert_eq!((found.status, found.err), (Status::Done, expected), "{arguments:?}");
            assert!(found.out.contains("2 rows"), "{}", found.out);
        }
    }
    let found = run_with(&["check", "Word", "-"], b"a\n\xFF\nb\n");
    assert!(found.out.contains("\n1: invalid UTF-8\nthe first, on line 2:\n"), "{}", found.out);
    let found = run_with(&["share", "Word", "-", "--skip-wrong"], b"a\n\xFF\nb\n");
    assert_eq!(found.err, "note: 1 row is wrong, the first on line 2: invalid UTF-8 at offset 0\n");
}

#[test]
fn no_row_at_all_is_an_error() {
    let wrong = ": 2 rows are wrong, the first on line 1: expected a key in hex";
    for (input, reason) in [("", ""), ("\n\n", ""), ("zebra\nzoo\n", wrong)] {
        let (_folder, path) = file("rows.keys", input);
        for arguments in [
            &["share", "Word", &path][..],
            &["share", "Word", &path, "--regions", "2"],
            &["heat", "Word", &path, "--regions", "1"],
            &["compare", "Word", "Word", &path, "--regions", "1"],
            &["splits", "Word", "--from", &path],
        ] {
            let arguments = [arguments, &["--notation", "hex", "--skip-wrong"]].concat();
            let found = run(&arguments);
            let expected = format!("error: {path}: expected rows, found none{reason}\n");
            assert_eq!((found.status, &*found.out, found.err), (Status::Failed, "", expected), "{arguments:?}");
        }
    }
    let found = run_with(&["share", "Stay", "-", "--format", "csv"], b"checkedIn,guest\n");
    assert_eq!((found.status, &*found.err), (Status::Failed, "error: -: expected rows, found none\n"));
    for more in [&[][..], &["--json"]] {
        let found = run_with(&[&["check", "Word", "-"], more].concat(), b"\n");
        assert_eq!((found.status, &*found.out), (Status::Failed, ""));
        assert_eq!(found.err, "error: -: expected keys, found none\n");
    }
}
