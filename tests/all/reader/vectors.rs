//! `vectors/vectors.json`: keys of each codec and each form of `SPEC.md`, for a program in another language. A row has the key in hex,
//! and the values as `tools/reader` gives them, which reads the file with `--vectors`.
//!
//! `BLESS=1` adds what is new. It never drops a row and never changes one: keys are frozen.

use super::*;
use rowkey::Versionstamp;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path as File;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/vectors.json");

/// A row of the file, without the comma after it.
type Line = String;

/// A layout as JSON, and its rows.
type Table = (String, Vec<Line>);

/// Reads a file that [`to_json`] wrote.
fn from_json(file: &str) -> Vec<Table> {
    let mut tables = Vec::new();
    for line in file.lines() {
        if let Some(layout) = line.strip_prefix("{\"layout\": ").and_then(|it| it.strip_suffix(", \"rows\": [")) {
            tables.push((layout.to_owned(), Vec::new()));
        } else if let (Some((_, rows)), true) = (tables.last_mut(), line.starts_with("{\"key\": ")) {
            rows.push(line.trim_end_matches(',').to_owned());
        }
    }
    tables
}

/// One line for each layout, and one for each row.
fn to_json(tables: &[Table]) -> String {
    let mut file = String::new();
    for (index, (layout, rows)) in tables.iter().enumerate() {
        let begin = if index == 0 { "[\n" } else { ",\n" };
        write!(file, "{begin}{{\"layout\": {layout}, \"rows\": [\n{}\n]}}", rows.join(",\n")).expect("a text");
    }
    file + "\n]\n"
}

/// A key, and what the reader prints of it, as one object.
fn row(key: &[u8], line: &str) -> Line {
    let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{{\"key\": \"{hex}\", {}", line.strip_prefix('{').expect("an object"))
}

/// Values that `Debug` does not show as the reader does: nested record types and lists. They are decoded again, and the file holds what
/// the reader gives.
fn pend_shown<K: rowkey::OwnedKey + Debug>(values: &[K]) {
    for value in values {
        let key: Vec<u8> = value.encode().unwrap().into();
        assert_eq!(format!("{:?}", K::decode(&key).unwrap()), format!("{value:?}"));
        PENDING.with_borrow_mut(|pending| {
            pending.entry(K::LAYOUT.to_json()).or_default().push((key, String::new()));
        });
    }
}

/// A count of units that have no name.
type Tenths = rowkey::codec::Counted<10>;

/// Codecs that the other tests leave out.
fn pend_other_codecs() {
    macro_rules! numbers {
        ($($of:ty)*) => {
            fields! {$(NonZero<$of>: NonZero::new(7 as $of).unwrap();)*}
        };
    }
    macro_rules! raw {
        ($($of:ty)*) => {
            fields! {$(
                #[rowkey(raw)] $of: 7, -7;
                #[rowkey(raw)] NonZero<$of>: NonZero::new(-7 as $of).unwrap();
            )*}
        };
    }
    macro_rules! little {
        ($($of:ty)*) => {
            fields! {$(
                #[rowkey(le)] $of: 7;
                #[rowkey(le)] NonZero<$of>: NonZero::new(7 as $of).unwrap();
            )*}
        };
    }
    numbers! { u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 }
    raw! { i8 i16 i32 i64 i128 }
    little! { u16 u32 u64 u128 i16 i32 i64 i128 }
    fields! {
        #[rowkey(raw)] f32: 1.5;
        #[rowkey(time(micros))] i64: 1_512_130_200_000_000;
        #[rowkey(time(nanos))] i64: 1_512_130_200_000_000_000;
        #[rowkey(with = Tenths)] i64: 15_121_302_000;
    }
    pend_shown(&[Minutes { at: "2017-12-01T12:10:00Z".parse().unwrap() }]);
    pend_shown(&[Ulids { id: ulid::Ulid(1_512_101_400_000 << 80) }]);
}

#[derive(RowKey, Debug)]
struct Minutes {
    #[rowkey(time("%F %R", offset = "+08:00", exact))]
    at: jiff::Timestamp,
}

#[derive(RowKey, Debug)]
struct Ulids {
    id: ulid::Ulid,
}

#[derive(RowKey, Debug)]
#[rowkey(encoding = ordered_code)]
struct Ordered {
    a: String,
    b: i8,
    c: i16,
    d: i32,
    e: i64,
    f: u8,
    g: u16,
    h: u32,
    #[rowkey(desc)]
    i: Vec<u8>,
}

#[derive(RowKey, Debug)]
#[rowkey(encoding = fdb_tuple)]
struct Tuple {
    a: i64,
    b: Option<u8>,
    c: String,
    d: Option<Vec<u8>>,
    e: bool,
    f: f32,
    g: f64,
    h: uuid::Uuid,
    i: InTuple,
    v: Versionstamp,
}

#[derive(RowKey, Debug)]
#[rowkey(encoding = fdb_tuple)]
struct InTuple {
    x: Option<i32>,
    y: Option<String>,
}

fn pend_keys() {
    let ordered =
        |a: &str, b| Ordered { a: text(a), b, c: -300, d: 7, e: -1, f: 7, g: 300, h: 70_000, i: vec![0, 255] };
    pend_shown(&[ordered("a\0b", -1), ordered("", 64)]);
    let tuple = |a, b, c: &str, d, y: Option<&str>| Tuple {
        a,
        b,
        c: text(c),
        d,
        e: true,
        f: -1.5,
        g: 2.5,
        h: uuid::Uuid::from_u128(7),
        i: InTuple { x: Some(-300), y: y.map(text) },
        v: Versionstamp::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 258),
    };
    pend_shown(&[
        tuple(0, None, "a\0b", Some(vec![0, 255]), Some("é")),
        tuple(-256, Some(255), "", None, None),
        tuple(i64::MAX, Some(0), "x", Some(vec![]), Some("")),
    ]);
    pend_shown(&[Lists {
        pair: (-2, (7, [1, 255])),
        array: [(true, -1, 3), (false, 0, 0)],
        tags: vec![(1, None), (300, Some(true))],
    }]);
    let step = |name: &str, at| Step { name: text(name), at };
    pend_shown(&[Path { steps: vec![step("ab", 1), step("é", 0)] }]);
    let of_text = || Datum::Text { name: text("ab"), unit: text("") };
    pend_shown(&[
        Entry { first: of_text(), second: Datum::Null, third: None, last: Open::Text { text: text("é") } },
        Entry {
            first: Datum::Null,
            second: of_text(),
            third: Some(Datum::Int { value: -2 }),
            last: Open::Bytes { all: vec![0, 9] },
        },
    ]);
    pend_shown(&[Kinds::Counter(Counter { at: 7, is_new: true }), Kinds::Meta, Kinds::Salted { n: 9 }]);
    pend_shown(&[
        Below::Two { name: text("0#"), side: Side::Caller, n: -2 },
        Below::Alone { name: text(""), side: Side::Callee },
    ]);
}

/// The rows of all tests of the reader, and those of this file.
fn written() -> BTreeMap<String, Vec<Written>> {
    pend_numbers();
    pend_texts();
    pend_times();
    pend_salts();
    pend_computed();
    pend_other_codecs();
    pend_keys();
    PENDING.take()
}

/// Adds the new rows to the file.
fn bless(written: &BTreeMap<String, Vec<Written>>) {
    let tables: Vec<Table> = written
        .iter()
        .map(|(layout, rows)| {
            let keys: Vec<Vec<u8>> = rows.iter().map(|(key, _)| key.clone()).collect();
            let lines = read(layout, &keys);
            (layout.clone(), keys.iter().zip(&lines).map(|(key, line)| row(key, line)).collect())
        })
        .collect();
    let new: BTreeSet<&Line> = tables.iter().flat_map(|(_, rows)| rows).collect();
    for (layout, rows) in from_json(&std::fs::read_to_string(VECTORS).unwrap_or_default()) {
        let changed: Vec<&Line> = rows.iter().filter(|row| !new.contains(row)).collect();
        assert!(changed.is_empty(), "keys are frozen, and these rows are gone or changed: {changed:#?} of {layout}");
    }
    std::fs::write(VECTORS, to_json(&tables)).unwrap();
}

#[test]
fn each_key_is_what_the_file_says() {
    let written = written();
    if std::env::var_os("BLESS").is_some() {
        bless(&written);
    }
    let file = std::fs::read_to_string(VECTORS).unwrap();
    let tables = from_json(&file);
    assert_eq!(to_json(&tables), file, "the file has another form than this test writes");
    let layouts: Vec<&String> = tables.iter().map(|(layout, _)| layout).collect();
    let stale = "run `BLESS=1 cargo test -p rowkey --test tables vectors`";
    assert_eq!(layouts, written.keys().collect::<Vec<_>>(), "{stale}");
    for ((layout, rows), written) in tables.iter().zip(written.values()) {
        assert_eq!(rows.len(), written.len(), "{stale}: {layout}");
        for (found, (key, value)) in rows.iter().zip(written) {
            let line = found.strip_prefix(row(key, "{").as_str());
            let line =
                line.unwrap_or_else(|| panic!("found {found}, expected the key {key:02x?} of {value}, {layout}"));
            if !value.is_empty() {
                check_values(layout, key, value, &format!("{{{line}"));
            }
        }
    }
}

#[test]
fn the_reader_reads_each_row() {
    let run = |file: &File| {
        let mut python = Command::new("python3");
        let output = python.args(["-B", READER, "--vectors"]).arg(file).env("PYTHONUTF8", "1").output();
        let output = output.expect("these tests need `python3` in the path");
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (is_right, shown) = run(File::new(VECTORS));
    assert!(is_right, "{shown}");

    // A row with another value, and one with another key.
    let file = std::fs::read_to_string(VECTORS).unwrap();
    let count = from_json(&file).iter().map(|(_, rows)| rows.len()).sum::<usize>();
    assert_eq!(shown, format!("{count} rows are right\n"));
    for (from, to) in [("\"f\": 254}", "\"f\": 253}"), ("{\"key\": \"fe\"", "{\"key\": \"fd\"")] {
        assert!(file.contains(from), "{from}");
        let path = std::env::temp_dir().join(format!("vectors-{}.json", std::process::id()));
        std::fs::write(&path, file.replacen(from, to, 1)).unwrap();
        let (is_right, shown) = run(&path);
        std::fs::remove_file(&path).unwrap();
        assert!(!is_right && shown.lines().count() == 1 && shown.contains("expected"), "{shown}");
    }
}

/// The names in the first column of a table of `SPEC.md`, where `u8` .. `i32` stands for both letters, each with the widths 8, 16, and 32.
fn names(section: &str) -> Vec<String> {
    let spec = include_str!("../../../SPEC.md");
    let table = spec.split(&format!("\n### {section}\n")).nth(1).and_then(|it| it.split("\n#").next()).unwrap();
    let cells = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let mut names = Vec::new();
    for cell in cells {
        let parts: Vec<&str> = cell.split('`').collect();
        for (at, name) in parts.iter().enumerate().skip(1).step_by(2) {
            if at > 1 && parts[at - 1] == " .. " {
                names.extend(between(parts[at - 2], name));
            } else {
                names.push((*name).to_owned());
            }
        }
    }
    names
}

/// The names from `le u16` to `le i128`.
fn between(first: &str, last: &str) -> Vec<String> {
    const WIDTHS: [&str; 5] = ["8", "16", "32", "64", "128"];
    // The longest width that fits, the letter before it, and what is around both.
    let cut = |name: &str| {
        let (plain, end) = (name.trim_end_matches('>').to_owned(), if name.ends_with('>') { ">" } else { "" });
        let width = WIDTHS.iter().rposition(|width| plain.ends_with(width)).expect("a width");
        let (start, letter) =
            plain[..plain.len() - WIDTHS[width].len()].split_at(plain.len() - WIDTHS[width].len() - 1);
        (start.to_owned(), letter.to_owned(), width, end)
    };
    let ((start, from, least, end), (_, to, greatest, _)) = (cut(first), cut(last));
    let letters = BTreeSet::from([from, to]);
    let names = letters.iter().flat_map(|letter| WIDTHS[least..=greatest].iter().map(move |width| (letter, width)));
    names.map(|(letter, width)| format!("{start}{letter}{width}{end}")).collect()
}

#[test]
fn every_form_and_codec_has_a_row() {
    let file = std::fs::read_to_string(VECTORS).unwrap();
    let has = |member: &str, name: &str, end: &str| file.contains(&format!("\"{member}\":\"{name}{end}"));
    let forms = names("Forms");
    assert!(forms.len() >= 20, "{forms:?}");
    // Only codecs of a user have these forms, and the reader cannot know what they do.
    let own = ["delimited", "sequence"];
    let mut missing: Vec<&str> =
        forms.iter().map(String::as_str).filter(|it| !own.contains(it) && !has("form", it, "\"")).collect();
    let codecs = names("Codecs");
    assert!(codecs.len() >= 60, "{codecs:?}");
    for name in &codecs {
        // A prefix of the name of another codec, an example of a pattern, and the mark of a codec of a user.
        let is_there = match name.as_str() {
            "reversed" | "complemented" => has("codec", name, " "),
            pattern if pattern.contains("offset") => has("codec", "time('%F %R', offset '+08:00')", ""),
            pattern if pattern.starts_with("time('") => has("codec", "time('", ""),
            pair if pair.starts_with('(') => has("codec", "(", ""),
            array if array.starts_with('[') => has("codec", "[", ""),
            "own" | "true" => true,
            name => has("codec", name, "\""),
        };
        missing.extend((!is_there).then_some(name.as_str()));
    }
    for name in ["xxh3", "md5", "xor", "modulo", "java_hash", "phoenix"] {
        missing.extend((!has("algorithm", name, "\"")).then_some(name));
    }
    assert!(missing.is_empty(), "no row for {missing:?}");
}

rowkey::laws!(Minutes, Ulids, Ordered, Tuple, InTuple);
