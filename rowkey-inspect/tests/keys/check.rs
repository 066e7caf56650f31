//! Tests of `check`.

use super::{Run, assert_shows, error, file, run, run_with};
use rowkey_inspect::Status;
use serde_json::{Value, json};

const GOOD: &str = "0331333336323636363637370000000000000000007FFFFE9FEFBBB23F";
const OTHER_BUCKET: &str = "0431333336323636363637370000000000000000007FFFFE9FEFBBB23F";

#[test]
fn keys_that_all_decode() {
    let (_folder, path) = file("calls.keys", &format!("{GOOD}\n\n{GOOD}\r\n"));
    let Run { status, out, err } = run(&["check", "Call", &path]);
    assert_eq!((status, &*err), (Status::Done, ""));
    assert_shows(&out, "2 keys, read as hex\n2 are keys of Call");
}

#[test]
fn keys_that_are_wrong_are_grouped() {
    let input = format!("{GOOD}\n{OTHER_BUCKET}\nzz\n{OTHER_BUCKET}\n");
    let Run { status, out, err } = run_with(&["check", "Call", "-"], input.as_bytes());
    assert_eq!((status, &*err), (Status::Failed, ""));
    let shown = r#"4 keys, read as hex
1 is a key of Call

2: the label is for another bucket
the first, on line 2:
29 bytes as Call
     0  salt   WRONG: expected bucket 3 from the salt, found bucket 4
               04
     1  phone  "13362666677"
               31 33 33 36 32 36 36 36 36 37 37 00 00 00 00 00
               00 00 00 00
    21  at     1512101400000 (2017-12-01T04:10:00Z)
               7F FF FE 9F EF BB B2 3F
not a valid key: expected bucket 3 from the salt of `Call`, found bucket 4 in
the label at offset 0
in region 4 of 0..=5: 04 .. 05

1: in another notation than the other keys
the first, on line 3:
"zz""#;
    assert_shows(&out, shown);
}

#[test]
fn a_line_that_is_not_a_key_is_shown_safely() {
    let input = format!("{GOOD}\n\x1B[2J{}\n", "z".repeat(200));
    let Run { out, .. } = run_with(&["check", "Call", "-", "--notation", "hex"], input.as_bytes());
    let shown = out.lines().last().expect("a line");
    assert!(shown.starts_with("\"\\u{1b}[2Jzzz") && shown.chars().count() <= 80, "{shown}");
}

#[test]
fn the_most_frequent_reason_is_shown_first() {
    let input = format!("{GOOD}\n{}\n{OTHER_BUCKET}\n{OTHER_BUCKET}\n", &GOOD[..42]);
    let Run { out, .. } = run_with(&["check", "Call", "-", "--json"], input.as_bytes());
    let found: Value = serde_json::from_str(&out).expect("JSON");
    let groups: Vec<_> =
        found["wrong"].as_array().expect("groups").iter().map(|it| (&it["keys"], &it["line"])).collect();
    assert_eq!(groups, [(&json!(2), &json!(3)), (&json!(1), &json!(2))]);
}

#[test]
fn json() {
    let input = format!("{GOOD}\n{}\n", &GOOD[..42]);
    let Run { status, out, .. } = run_with(&["check", "Call", "-", "--json"], input.as_bytes());
    assert_eq!(status, Status::Failed);
    let wrong = json!([{
        "reason": "the key ends too early",
        "field": "at",
        "keys": 1,
        "line": 2,
        "hex": &GOOD[..42],
        "error": "the key ends at offset 21, inside `Call.at`, which begins at offset 21 and needs at least 8 bytes",
    }]);
    let expected = json!({ "name": "Call", "notation": "hex", "keys": 2, "decoded": 1, "wrong": wrong });
    assert_eq!(serde_json::from_str::<Value>(&out).expect("JSON"), expected);
}

#[test]
fn the_text_of_the_shell() {
    let text = r"\x0313362666677\x00\x00\x00\x00\x00\x00\x00\x00\x00\x7F\xFF\xFE\x9F\xEF\xBB\xB2?";
    let Run { out, .. } = run_with(&["check", "Call", "-"], text.as_bytes());
    assert_shows(&out, "1 key, read as text\n1 is a key of Call");
    // Without a `\`: the text of a text key.
    let Run { out, .. } = run_with(&["check", "TextKey", "-"], b"01_13362666677_2017-12-01 04:10_13362666678_1_3");
    assert_shows(&out, "1 key, read as text\n1 is a key of TextKey");
}

#[test]
fn a_scan_of_the_shell() {
    let row = r"\x0313362666677\x00\x00\x00\x00\x00\x00\x00\x00\x00\x7F\xFF\xFE\x9F\xEF\xBB\xB2?";
    let cell = |qualifier| format!(" {row} column=d:{qualifier}, timestamp=2017-12-01T04:10:00.000, value=x y\n");
    let wrong = row.replacen("03", "04", 1);
    // The output of `echo "scan 'calls'" | hbase shell -n`: a line for each cell, with other lines between.
    let piped = format!(
        "hbase:001:0> scan 'calls'\nROW  COLUMN+CELL\n{}{} {wrong} column=d:c, timestamp=1, value=\n2 row(s)\nTook 0.1 seconds\n",
        cell("c"),
        cell("d")
    );
    let Run { status, out, .. } = run_with(&["check", "Call", "-"], piped.as_bytes());
    assert_eq!(status, Status::Failed);
    let start =
        "2 keys, read as text\n1 is a key of Call\n\n1: the label is for another bucket\nthe first, on line 5:\n";
    assert!(out.starts_with(start), "{out}");
    let Run { status, out, err } = run_with(&["share", "Call", "-", "--skip-wrong"], piped.as_bytes());
    assert!(status == Status::Done && out.starts_with("Call: 1 row, 29.0 bytes per key\n"), "{out}{err}");
    assert!(err.starts_with("note: 1 row is wrong, the first on line 5: "), "{err}");
    // A terminal of 80 columns, where keys wrap at 20.
    let wrapped = |qualifier| {
        let (start, rest) = row.split_at(20);
        let (next, last) = rest.split_at(20);
        let (last, end) = last.split_at(20.min(last.len()));
        let lines = [start, next, last, end].map(|part| format!(" {part:<20} "));
        format!("{}column=d:{qualifier}, timestamp=1\n{}, value=x\n{}\n{}\n", lines[0], lines[1], lines[2], lines[3])
    };
    let shown = format!("{:<20}  COLUMN+CELL\n{}{}1 row(s)\n", "ROW", wrapped("c"), wrapped("d"));
    let Run { out, .. } = run_with(&["check", "Call", "-"], shown.as_bytes());
    assert_shows(&out, "1 key, read as text\n1 is a key of Call");
    // In this output, keys of digits are text, not hex.
    let digits = "ROW  COLUMN+CELL\n 6E6E column=d:c, timestamp=1, value=\n1 row(s)\n";
    let Run { out, .. } = run_with(&["check", "Note", "-"], digits.as_bytes());
    assert!(out.starts_with("1 key, read as text\n0 are keys of Note\n"), "{out}");
}

#[test]
fn a_file_that_is_not_there() {
    let found = error(&["check", "Call", "nowhere"], Status::Failed);
    assert_eq!(found, "error: nowhere: No such file or directory (os error 2)\n");
}

#[cfg(feature = "redb")]
#[test]
fn a_redb_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("calls.redb");
    let keys = [GOOD, OTHER_BUCKET].map(|hex| rowkey::bytes::parse(hex).expect("hex"));
    store(&path, "calls", &keys);
    let before = std::fs::read(&path).expect("a file");
    // Another program can read it at the same time.
    let reader = redb::ReadOnlyDatabase::open(&path).expect("a database");
    let name = path.to_str().expect("a path in UTF-8");
    let Run { status, out, err } = run(&["check", "Call", name]);
    assert_eq!((status, &*err), (Status::Failed, ""));
    let start =
        "2 keys\n1 is a key of Call\n\n1: the label is for another bucket\nthe first, row 2:\n29 bytes as Call\n";
    assert!(out.starts_with(start) && !out.contains("secret"), "{out}");
    assert!(before == std::fs::read(&path).expect("a file"), "the file is written to");
    drop(reader);

    store(&path, "others", &keys[..1]);
    for more in [&[][..], &["--table", "call"]] {
        let found = error(&[&["check", "Call", name][..], more].concat(), Status::Usage);
        assert_eq!(found, "error: expected `--table`, one of calls, others\n");
    }
    let Run { status, out, .. } = run(&["check", "Call", name, "--table", "others"]);
    assert_eq!((status, &*out), (Status::Done, "1 key\n1 is a key of Call\n"));
}

#[cfg(feature = "redb")]
#[test]
fn a_redb_file_that_was_not_closed_is_not_repaired() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, copy] = ["calls.redb", "copy.redb"].map(|name| folder.path().join(name));
    store(&path, "calls", &[rowkey::bytes::parse(GOOD).expect("hex")]);
    let open = redb::Database::open(&path).expect("a database");
    std::fs::copy(&path, &copy).expect("a copy");
    let copy = copy.to_str().expect("a path in UTF-8");
    let reason = "the database was not closed and needs a repair: open it once with the program that wrote it";
    assert_eq!(error(&["check", "Call", copy], Status::Failed), format!("error: {copy}: {reason}\n"));
    drop(open);
}

/// Puts rows into a table of a redb file.
#[cfg(feature = "redb")]
fn store(path: &std::path::Path, table: &str, keys: &[Vec<u8>]) {
    let database = redb::Database::create(path).expect("a database");
    let transaction = database.begin_write().expect("a transaction");
    let definition = redb::TableDefinition::<&[u8], &[u8]>::new(table);
    let mut rows = transaction.open_table(definition).expect("a table");
    keys.iter().for_each(|key| drop(rows.insert(&**key, &b"secret"[..]).expect("a row")));
    drop(rows);
    transaction.commit().expect("a commit");
}

#[cfg(not(feature = "redb"))]
#[test]
fn a_redb_file_without_the_feature() {
    let (_folder, path) = file("calls.db", "redb\u{1A}\n");
    std::fs::write(&path, b"redb\x1A\x0A\xA9\x0D\x0A").expect("a file");
    let expected = "error: expected a file of lines: this tool is built without the feature `redb`\n";
    assert_eq!(error(&["check", "Call", &path], Status::Usage), expected);
}

#[cfg(not(feature = "hbase"))]
#[test]
fn hbase_without_the_feature() {
    let found = error(&["check", "Call", "hbase://127.0.0.1:9090/calls/d"], Status::Usage);
    assert_eq!(found, "error: expected a file: this tool is built without the feature `hbase`\n");
}

#[cfg(feature = "hbase")]
#[test]
fn an_hbase_that_is_not_there() {
    let found = error(&["check", "Call", "hbase://127.0.0.1:9090"], Status::Usage);
    assert_eq!(found, "error: expected hbase://HOST:PORT/TABLE/FAMILY, found `hbase://127.0.0.1:9090`\n");
    // Port 1 has no server.
    let found = error(&["check", "Call", "hbase://127.0.0.1:1/calls/d"], Status::Failed);
    assert!(found.contains("127.0.0.1:1"), "{found}");
}
