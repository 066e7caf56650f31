//! `Layout::to_json` against `tools/reader`: a program in Python reads the keys by the JSON alone, and gives the values that were
//! written, element by element. `tables/rows.rs` hands over every row of every table.

mod debug;

use self::debug::json;
use jiff::civil::DateTime;
use rowkey::codec::UuidV7;
use rowkey::codec::phoenix::{Float, LastDesc};
use rowkey::{KeyCode, RowKey};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::Write;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/reader/rowkey_reader.py");

/// What the reader prints of each key: its values as JSON, or the reason why it refuses the key.
fn read(layout: &str, keys: &[Vec<u8>]) -> Vec<String> {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let name = format!("layout-{}-{}.json", std::process::id(), FILES.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, layout).unwrap();
    // `-B`: no compiled copies beside the sources.
    let mut python = Command::new("python3");
    let python = python.args(["-B", READER]).arg(&path).env("PYTHONUTF8", "1");
    let mut reader = python
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("these tests need `python3` in the path, 3.9 or later: the reader of layouts is written in it");
    let hex = |key: &Vec<u8>| key.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n";
    let lines: String = keys.iter().map(hex).collect();
    let mut stdin = reader.stdin.take().unwrap();
    // Beside the reading, or both would wait when the pipes are full.
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = reader.wait_with_output().unwrap();
    let _ = std::fs::remove_file(&path);
    writer.join().unwrap().unwrap();
    let lines: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), keys.len(), "one line for each key, {}: {layout}", output.status);
    lines
}

/// A key, and its value as `Debug` shows it.
type Written = (Vec<u8>, String);

thread_local! {
    static PENDING: RefCell<BTreeMap<String, Vec<Written>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Remembers a key for [`read_pending`]: Python starts once for each layout, not for each key.
pub fn pend<K: RowKey + Debug>(value: &K, key: &[u8]) {
    let written = (key.to_vec(), format!("{value:?}"));
    PENDING.with_borrow_mut(|pending| pending.entry(K::LAYOUT.to_json()).or_default().push(written));
}

/// The reader reads what was written, and computes the label if the algorithm is in Python's library.
#[track_caller]
pub fn read_pending() {
    for (layout, written) in PENDING.take() {
        let keys: Vec<Vec<u8>> = written.iter().map(|(key, _)| key.clone()).collect();
        for ((key, value), line) in written.iter().zip(read(&layout, &keys)) {
            check_values(&layout, key, value, &line);
        }
    }
}

/// Compares what the reader gives with what was written.
#[track_caller]
fn check_values(layout: &str, key: &[u8], value: &str, line: &str) {
    let (values, label) = line.split_once(", \"bucket\": ").unwrap_or((line.strip_suffix('}').unwrap_or(line), ""));
    let is_computed = ["xxh3", "with"].iter().all(|name| !layout.contains(&format!("\"algorithm\":\"{name}\"")));
    let checked = if is_computed { "\"computed\"}" } else { "\"not computed, form only: " };
    let is_checked = label.contains(checked) || layout.contains("\"salt\":null") && label.is_empty();
    let found = values.strip_prefix("{\"values\": ").filter(|_| is_checked);
    let found = found.unwrap_or_else(|| panic!("{value}: {line}, {}", key.escape_ascii()));
    let expected = json(value);
    let (found, expected) = (elements(found), elements(&expected));
    assert_eq!(found.len(), expected.len(), "{value}: {line}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!(same(found, expected), "found {found}, expected {expected}: {line} of {value}");
    }
}

/// The members of nested objects, each with its name; commas and braces in texts stay where they are in both.
fn elements(json: &str) -> Vec<&str> {
    json.split(['{', '}']).flat_map(|part| part.split(", \"")).collect()
}

/// An `f32` has fewer digits in Rust, and a time that is counted is a date there.
fn same(found: &str, expected: &str) -> bool {
    let parts = (found.rsplit_once(": "), expected.rsplit_once(": "));
    let ((Some((name, value)), Some((expected_name, expected_value))), false) = (parts, found == expected) else {
        return found == expected;
    };
    let floats = value.parse::<f64>().ok().zip(expected_value.parse::<f64>().ok());
    let time = expected_value.trim_matches('"').parse::<jiff::Timestamp>();
    name == expected_name
        && (floats
            .is_some_and(|(found, expected)| expected_value.contains(['.', 'e']) && found as f32 == expected as f32)
            || time.is_ok_and(|time| value == time.as_millisecond().to_string()))
}

/// Keys of one field: each is read back by the reader.
macro_rules! fields {
    ($($(#[$item:meta])* $of:ty: $($value:expr),+;)*) => {$({
        #[derive(RowKey, Debug)]
        struct Key {
            $(#[$item])*
            f: $of,
        }
        for f in [$($value),+] {
            let key = Key { f };
            let bytes: Vec<u8> = key.encode().unwrap().into();
            pend(&key, &bytes);
        }
    })*};
}

// Below the macro, which it uses.
mod vectors;

#[derive(KeyCode, Debug, Clone, Copy, PartialEq)]
enum Side {
    #[code("0")]
    Callee,
    #[code("1")]
    Caller,
}

/// Codes of several widths.
#[derive(KeyCode, Debug, Clone, Copy, PartialEq)]
enum State {
    #[code("new")]
    New,
    #[code("sold")]
    Sold,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "/")]
struct Inner {
    #[rowkey(chars("a-z"))]
    host: String,
    #[rowkey(desc)]
    port: u16,
}

fn text(text: &str) -> String {
    text.to_owned()
}

/// `Debug` of a ULID is a number, and the reader gives its text.
#[test]
fn ids_that_begin_with_a_time() {
    #[derive(RowKey)]
    struct Key {
        f: ulid::Ulid,
        #[rowkey(with = UuidV7)]
        g: uuid::Uuid,
    }
    let (f, g) = ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    let key = Key { f: f.parse().unwrap(), g: g.parse().unwrap() }.encode().unwrap();
    let mut other = key;
    other[16 + 6] = 0x4C;
    let found = read(&Key::LAYOUT.to_json(), &[key.to_vec(), other.to_vec()]);
    assert_eq!(found[0], format!("{{\"values\": {{\"f\": \"{f}\", \"g\": \"{g}\"}}}}"));
    assert!(found[1].contains("expected a UUID of version 7"), "{}", found[1]);
}

/// Keys of one number each.
fn pend_numbers() {
    fields! {
        u8: 0, 254;
        u16: 258;
        u32: u32::MAX;
        u64: 1, u64::MAX;
        u128: 1, u128::MAX;
        i8: -128, -1, 0, 127;
        i16: -2;
        i32: -1, 5;
        i64: 180, i64::MIN;
        i128: i128::MIN, 7;
        NonZero<u8>: NonZero::new(1_u8).unwrap();
        NonZero<i64>: NonZero::new(-1_i64).unwrap();
        bool: true, false;
        char: 'é', 'a', '\u{10FFFF}';
        f32: 1.0_f32, -1.5, 0.1;
        f64: 0.0, -1.5, 1e300, f64::MIN_POSITIVE;
        Ipv4Addr: Ipv4Addr::new(10, 0, 255, 1);
        Ipv6Addr: Ipv6Addr::LOCALHOST;
        uuid::Uuid: uuid::Uuid::from_u128(7);
        #[rowkey(with = UuidV7)] uuid::Uuid: uuid::Uuid::from_u128(0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F);
        [u8; 3]: [0, 1, 255];
        Option<u16>: None, Some(515);
        Option<i64>: Some(-1);
        Option<Side>: None, Some(Side::Caller);
        #[rowkey(desc)] Option<u16>: None, Some(515);
        #[rowkey(desc)] u16: 258;
        #[rowkey(desc)] i32: -1, 7;
        #[rowkey(raw)] i32: -1, 5;
        #[rowkey(raw)] f64: -1.5, 2.5;
        #[rowkey(raw)] NonZero<i16>: NonZero::new(-3_i16).unwrap();
        #[rowkey(le)] u32: 258, 0, u32::MAX;
        #[rowkey(le)] i64: -2, i64::MIN, i64::MAX;
        #[rowkey(le)] NonZero<i16>: NonZero::new(-3_i16).unwrap();
        #[rowkey(le, desc)] u16: 258;
        #[rowkey(bytes(3), le)] u32: 1000;
        #[rowkey(bytes(4), le)] i32: 1000, i32::MAX;
        #[rowkey(bytes(6), le)] u16: 1000, u16::MAX;
        #[rowkey(digits(5))] u16: 42;
        #[rowkey(hex(4))] u16: 42;
        #[rowkey(hex(4, upper))] u16: 43;
        #[rowkey(digits(4))] i64: 42;
        #[rowkey(bytes(3))] u32: 1000;
        #[rowkey(bytes(6))] i64: 1_512_101_400_000;
        #[rowkey(bytes(8))] i64: 1_512_101_400_000;
        #[rowkey(bytes(3), desc)] u32: 1000;
        #[rowkey(decimal)] i32: -5, 0, 120;
        #[rowkey(desc, digits(5))] u16: 258;
        #[rowkey(desc, hex(4, upper))] u16: 258;
        #[rowkey(desc, digits(4))] u16: 258, 0, 9_999;
        #[rowkey(desc, hex(3))] i64: 258;
        #[rowkey(desc, digits(3))] NonZero<u16>: NonZero::new(3_u16).unwrap();
        #[rowkey(desc, decimal)] i32: -5, 0, 120;
        #[rowkey(with = Float)] f64: -1.5, 1.0;
        #[rowkey(with = Float)] f32: 1.5_f32;
    }
}

#[test]
fn numbers() {
    pend_numbers();
    read_pending();
}

/// Keys of one text, byte string, code, or nested key each.
fn pend_texts() {
    fields! {
        String: text("é"), text("a\"\\\n\u{1f}淘");
        Vec<u8>: vec![0, 255];
        #[pad(3)] String: text("ab"), text("");
        #[pad(3)] Vec<u8>: vec![7];
        #[rowkey(pad(3, with = b'0', left), allow(unordered))] String: text("7");
        #[rowkey(pad(3, chars), allow(unordered))] String: text("é"), text("😀"), text("淘宝");
        #[rowkey(pad(3, chars), desc, allow(unordered))] String: text("é");
        #[rowkey(pad(3), desc)] String: text("ab");
        #[rowkey(len(2))] String: text("é");
        #[rowkey(chars("0-9"))] String: text("0123");
        #[rowkey(terminated)] String: text("a"), text("a\0b"), text("");
        #[rowkey(terminated, desc)] String: text("a\0");
        #[rowkey(terminated)] Option<String>: None, Some(text("")), Some(text("a\0b"));
        #[rowkey(terminated, desc)] Option<String>: None, Some(text("a"));
        #[rowkey(terminated(escape = b"\x01\x01", end = b"\x01\0"), allow(unordered))] String: text("a\u{1}\u{1}b"), text("");
        #[rowkey(length_prefixed(u8))] String: text(""), text("é");
        #[rowkey(length_prefixed(u16))] Vec<u8>: vec![0, 255];
        #[rowkey(length_prefixed(u32, le))] String: text("ab");
        #[rowkey(length_prefixed(u64), chars("a-z"))] String: text("ab");
        #[rowkey(length_prefixed(varint))] String: text("a"), "淘".repeat(100);
        #[rowkey(length_prefixed(varint), desc)] String: text("a");
        #[rowkey(reverse_text)] String: text("abé");
        #[rowkey(reverse_text, pad(5))] String: text("abé");
        #[rowkey(reverse_text)] Vec<u8>: vec![1, 2];
        #[rowkey(with = LastDesc)] String: text("host1"), text("é");
        Side: Side::Callee, Side::Caller;
        State: State::New, State::Sold;
        Inner: Inner { host: text("a"), port: 258 };
    }
}

#[test]
fn texts() {
    pend_texts();
    read_pending();
}

/// Keys of one time each.
fn pend_times() {
    let at = |text: &str| text.parse::<DateTime>().unwrap();
    fields! {
        #[rowkey(time(millis))] i64: 1_512_130_200_000, -1;
        #[rowkey(time(secs))] u64: 180;
        #[rowkey(time(millis), desc)] i64: -1, 5;
        #[rowkey(time(secs), desc)] u64: 180;
        #[rowkey(time(secs), hex(16), desc)] u64: 180;
        #[rowkey(time(secs), digits(20), desc)] u64: 180;
        #[rowkey(time(secs), decimal, desc)] u64: 180;
        #[rowkey(time(secs), digits(20), desc)] i64: 180, -1;
        #[rowkey(time(secs), bytes(6), desc)] u64: 180;
        #[rowkey(reverse_ts, bytes(8))] i64: -1, 5;
        #[reverse_ts] i64: 1_512_101_400_000, -1;
        #[reverse_ts] u64: 7;
        #[rowkey(reverse_ts, digits(19))] i64: 1_512_101_400_000;
        #[rowkey(reverse_ts, digits(20))] i64: -1;
        #[rowkey(reverse_ts, digits(13))] i64: 1_512_101_400_000;
        #[rowkey(reverse_ts, hex(11))] u64: 1_512_101_400_000;
        #[rowkey(reverse_ts, bytes(6))] u64: 1_512_101_400_000;
        #[rowkey(time(millis), digits(13), desc)] u64: 1_512_101_400_000;
        #[rowkey(time(secs), digits(19), desc)] u64: 180, 1 << 62;
        #[rowkey(reverse_ts, decimal)] i64: 1_512_101_400_000, -1, i64::MIN;
        #[rowkey(time(millis, exact))] jiff::Timestamp: "2017-12-01T12:10:00.007Z".parse::<jiff::Timestamp>().unwrap();
        #[rowkey(time("%Y-%m-%d %H:%M", exact))] DateTime: at("2017-12-01T12:10:00"), at("0000-02-29T00:00:00");
        #[rowkey(time("%F%%F%T%.3f", exact))] DateTime: at("2017-12-01T12:10:59.007"), at("2017-12-01T00:00:00");
        #[rowkey(time("%Y%j%H%M%S%9f", exact))] DateTime: at("2016-12-31T12:10:59.000000001"), at("0000-12-31T23:59:59");
        #[rowkey(time("%d.%m.%Y", exact), allow(unordered))] jiff::civil::DateTime: at("2017-12-01T00:00:00");
    }
}

#[test]
fn times() {
    pend_times();
    read_pending();
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(prefix = "c:", separator = "_")]
struct Call {
    #[salt(xor, buckets = 6, of(caller.from(7).int, at.year_month), digits(2), was(4, md5(10)))]
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    at: DateTime,
    side: Side,
    #[rowkey(decimal)]
    seconds: u32,
}

/// Bucket 5 of 6, 1 of 4, and 6 of 10 by md5.
fn call() -> Call {
    Call { caller: text("13362666681"), at: "2017-12-01T12:10:00".parse().unwrap(), side: Side::Callee, seconds: 180 }
}

/// A key of two fields and this salt; each is read back by the reader.
macro_rules! salts {
    ($($salt:tt { $(#[$a:meta])* $of_a:ty = $value_a:expr, $(#[$b:meta])* $of_b:ty = $value_b:expr };)*) => {$({
        #[derive(RowKey, Debug)]
        #[rowkey(salt $salt, separator = "\0")]
        struct Key {
            $(#[$a])*
            a: $of_a,
            $(#[$b])*
            b: $of_b,
        }
        let key = Key { a: $value_a, b: $value_b };
        let bytes: Vec<u8> = key.encode().unwrap().into();
        pend(&key, &bytes);
    })*};
}

/// Keys with each salt.
fn pend_salts() {
    salts! {
        (md5, buckets = 100, of(a, b)) { #[pad(4)] String = text("é"), i64 = -7 };
        (md5, buckets = 16, of(..), digits(3)) { #[rowkey(desc)] u16 = 7, String = text("x") };
        (md5, of(b), hex(10)) { u8 = 7, String = text("13362666677") };
        (md5, of(a.first(2), b.year), bytes(16)) { #[rowkey(chars("^\0"))] String = text("淘宝x"), #[rowkey(time(secs))] i64 = -1 };
        (md5, buckets = 70_000, of(a, b)) { #[rowkey(desc)] [u8; 2] = [1, 2], #[rowkey(desc)] i64 = 9 };
        (xor, buckets = 97, of(a, b.div(1_000).hour)) { i8 = -3, #[rowkey(time(millis))] i64 = 1_512_130_200_000 };
        (xor, buckets = 6, of(a.last(2).java_int, b)) { #[rowkey(chars("^\0"))] String = text("😀１３"), u64 = u64::MAX };
        (modulo, buckets = 8, of(b), i64) { bool = true, #[rowkey(raw)] i64 = -7 };
        (modulo, buckets = 5, of(a.without("-").int)) { #[rowkey(chars("0-9\\-"))] String = text("1-2"), u8 = 1 };
        (java_hash, buckets = 100, of(a.from(1), b.year_month_day)) { #[rowkey(chars("^\0"))] String = text("淘宝😀"), #[rowkey(time(secs))] i64 = -62_100_000_000 };
        (java_hash, buckets = 7, of(a, b)) { i16 = -12, #[rowkey(time("%Y%m%d %H", exact))] DateTime = "2017-12-01T12:00:00".parse().unwrap() };
        (phoenix, buckets = 8, of(..)) { #[rowkey(chars("^\0"))] String = text("hôst"), i32 = -1 };
        (xxh3, buckets = 100, of(b)) { u8 = 1, u64 = 2 };
        (with = rowkey::salt::phoenix, buckets = 31, of(..)) { u8 = 1, u8 = 2 };
    }
    pend(&call(), &call().encode().unwrap());
}

#[test]
fn salts_are_computed() {
    pend_salts();
    read_pending();
}

#[derive(RowKey, Debug)]
#[rowkey(salt(md5, buckets = 4, of(id)), separator = "/")]
struct Computed {
    #[rowkey(element(at.floor(3_600_000), bytes(6)))]
    group: u8,
    #[rowkey(element(md5(id), hex(5), desc))]
    flag: bool,
    #[rowkey(chars("a-z"))]
    id: String,
    #[rowkey(time(millis), element(at.year_month_day))]
    at: i64,
}

/// The reader knows the width of an element of xxh3 or of a function of the user's own, and not its bytes.
#[derive(RowKey, Debug)]
struct Unchecked {
    #[rowkey(element(with = reversed, of(id), bytes(4)))]
    group: u8,
    #[rowkey(element(xxh3(id), bytes(2)))]
    id: u64,
}

/// Of an id, the reader knows the time.
#[derive(RowKey, Debug)]
#[rowkey(salt(md5, buckets = 8, of(number.text.last(2), newest.hour)))]
struct Inputs {
    #[rowkey(element(md5(number.text), hex(4)))]
    number: i32,
    #[rowkey(element(newest.year_month_day))]
    flag: bool,
    #[rowkey(with = rowkey::codec::UuidV7, desc)]
    newest: uuid::Uuid,
}

#[derive(RowKey, Debug)]
struct ByDay {
    #[rowkey(element(id.year_month_day))]
    flag: bool,
    id: ulid::Ulid,
}

/// A value of several types, in each place of a key.
#[derive(RowKey, Debug)]
enum Datum {
    #[rowkey(tag = 0)]
    Null,
    #[rowkey(tag = 3)]
    Int {
        #[rowkey(desc)]
        value: i16,
    },
    #[rowkey(tag = 5, separator = "/", suffix = ";")]
    Text {
        #[rowkey(chars("a-z"))]
        name: String,
        #[rowkey(chars("a-z"))]
        unit: String,
    },
}

#[derive(RowKey, Debug)]
enum Open {
    #[rowkey(tag = "b")]
    Bytes { all: Vec<u8> },
    #[rowkey(tag = "t")]
    Text { text: String },
}

#[derive(RowKey, Debug)]
struct Entry {
    first: Datum,
    #[rowkey(desc)]
    second: Datum,
    third: Option<Datum>,
    last: Open,
}

#[test]
fn record_types_inside_a_key() {
    let text = || Datum::Text { name: "ab".into(), unit: String::new() };
    let int = |value| Datum::Int { value };
    let of_text = r#"{"kind": "Text", "values": {"name": "ab", "unit": ""}}"#;
    let of_null = r#"{"kind": "Null", "values": {}}"#;
    let entries = [
        (
            Entry { first: text(), second: Datum::Null, third: None, last: Open::Text { text: "é".into() } },
            [of_text, of_null, "null", r#"{"kind": "Text", "values": {"text": "é"}}"#],
        ),
        (
            Entry { first: Datum::Null, second: text(), third: Some(int(-2)), last: Open::Bytes { all: vec![0, 9] } },
            [
                of_null,
                of_text,
                r#"{"kind": "Int", "values": {"value": -2}}"#,
                r#"{"kind": "Bytes", "values": {"all": "0009"}}"#,
            ],
        ),
    ];
    let mut keys: Vec<Vec<u8>> = entries.iter().map(|(entry, _)| entry.encode().unwrap()).collect();
    keys.push(b"\x01".to_vec());
    let lines = read(&Entry::LAYOUT.to_json(), &keys);
    for ((_, values), line) in entries.iter().zip(&lines) {
        let [first, second, third, last] = values;
        let expected =
            format!(r#"{{"values": {{"first": {first}, "second": {second}, "third": {third}, "last": {last}}}}}"#);
        assert_eq!(*line, expected);
    }
    assert_eq!(lines[2], r#"{"refused": "expected the tag of a record type"}"#);
}

fn reversed(bytes: &[u8]) -> [u8; 4] {
    std::array::from_fn(|at| bytes.iter().rev().nth(at).copied().unwrap_or_default())
}

fn computed() -> Computed {
    Computed { group: 7, flag: true, id: text("abc"), at: 1_512_101_400_000 }
}

/// Keys with computed elements.
fn pend_computed() {
    pend(&computed(), &computed().encode().unwrap());
    pend(&Unchecked { group: 1, id: 2 }, &Unchecked { group: 1, id: 2 }.key());
    for number in [0, 7, -12, i32::MAX, i32::MIN] {
        let newest = uuid::Uuid::from_u128(0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F);
        let key = Inputs { number, flag: true, newest };
        pend(&key, &key.encode().unwrap());
    }
}

#[test]
fn computed_elements_are_computed_again() {
    let bytes = computed().encode().unwrap();
    pend_computed();
    let mut key = ByDay { flag: true, id: ulid::Ulid(1_512_101_400_000 << 80) }.encode().unwrap().to_vec();
    assert_eq!(key[..8], *b"20171201");
    let right = key.clone();
    key[7] = b'2';
    let lines = read(&ByDay::LAYOUT.to_json(), &[right, key]);
    assert!(lines[0].contains("\"id\": \"01C0848KE00000000000000000\""), "{}", lines[0]);
    assert!(lines[1].contains("expected 20171201 as `id.year_month_day`, found 20171202"), "{}", lines[1]);
    read_pending();
    for wrong in ["at.floor(3_600_000)", "md5(id)", "at.year_month_day"] {
        let parts = Computed::explain(&bytes);
        let part = parts.parts().iter().find(|part| part.name() == wrong).unwrap();
        let mut bytes = bytes.clone();
        let digit = &mut bytes[part.offset() + 1];
        *digit = if *digit == b'0' { b'1' } else { b'0' };
        let line = &read(&Computed::LAYOUT.to_json(), &[bytes.clone()])[0];
        assert!(line.contains(&format!("as `{wrong}`, found")), "{line}");
        assert!(Computed::decode(&bytes).unwrap_err().to_string().contains(wrong));
    }
}

#[derive(RowKey, Debug)]
struct Lists {
    pair: (i16, (u8, [u8; 2])),
    array: [(bool, i8, u8); 2],
    #[rowkey(repeated)]
    tags: Vec<(u16, Option<bool>)>,
}

#[derive(RowKey, Debug)]
struct Path {
    #[rowkey(repeated)]
    steps: Vec<Step>,
}

#[derive(RowKey, Debug)]
struct Step {
    #[rowkey(len(2))]
    name: String,
    #[rowkey(desc)]
    at: u16,
}

#[test]
fn pairs_and_lists() {
    let key = Lists {
        pair: (-2, (7, [1, 255])),
        array: [(true, -1, 3), (false, 0, 0)],
        tags: vec![(1, None), (300, Some(true))],
    }
    .encode()
    .unwrap();
    let lines = read(&Lists::LAYOUT.to_json(), &[key.clone(), key[..13].to_vec(), key[..11].to_vec()]);
    let values = r#"{"values": {"pair": [-2, [7, "01ff"]], "array": [[true, [-1, 3]], [false, [0, 0]]], "tags": [[1, null], [300, true]]}}"#;
    assert_eq!(lines[0], values);
    assert!(lines[1].contains("expected values of 4 bytes each, found 2 bytes"), "{}", lines[1]);
    assert_eq!(
        lines[2],
        r#"{"values": {"pair": [-2, [7, "01ff"]], "array": [[true, [-1, 3]], [false, [0, 0]]], "tags": []}}"#
    );
    let step = |name: &str, at| Step { name: text(name), at };
    let key = Path { steps: vec![step("ab", 1), step("é", 0)] }.encode().unwrap();
    let values = r#"{"values": {"steps": [{"name": "ab", "at": 1}, {"name": "é", "at": 0}]}}"#;
    assert_eq!(read(&Path::LAYOUT.to_json(), &[key]), [values]);
}

#[derive(RowKey, Debug)]
#[rowkey(encoding = ordered_code)]
struct OrderedTexts {
    a: Vec<u8>,
    #[rowkey(desc)]
    b: Vec<u8>,
    c: Vec<u8>,
    d: Vec<u8>,
}

#[derive(RowKey, Debug)]
#[rowkey(encoding = ordered_code)]
struct OrderedNumbers {
    a: i16,
    #[rowkey(desc)]
    b: u8,
    c: Vec<u8>,
}

#[derive(RowKey, Debug)]
#[rowkey(encoding = ordered_code)]
struct OrderedPair {
    a: String,
    b: String,
}

/// Of all short byte strings, the reader takes those that decode takes, and these are what encode writes.
#[test]
fn short_keys_in_ordered_code() {
    fn agree<K: rowkey::OwnedKey + Debug>(starts: &[&[u8]], bytes: &[u8]) {
        let mut last: Vec<Vec<u8>> = starts.iter().map(|start| start.to_vec()).collect();
        let mut keys = last.clone();
        for _ in 0..5 {
            last = last.iter().flat_map(|key| bytes.iter().map(|&byte| [&key[..], &[byte]].concat())).collect();
            keys.extend(last.clone());
        }
        keys.retain(|key| !key.is_empty());
        let mut taken = 0;
        for (key, line) in keys.iter().zip(read(&K::LAYOUT.to_json(), &keys)) {
            let value = K::decode(key);
            assert_eq!(value.is_ok(), line.starts_with("{\"values\""), "{key:02X?}: {value:?}, {line}");
            if let Ok(value) = value {
                assert_eq!(value.encode().unwrap().as_ref(), key);
                taken += 1;
            }
        }
        assert!(taken > 100, "{taken} of {}", keys.len());
    }
    agree::<OrderedPair>(&[b"", b"A\0\x01", b"\0\0\0\x01"], &[0, 1, b'A', 0xFF]);
    let starts: [&[u8]; 3] = [b"\0\0\0\x01", b"A\0\x01\xFF\xFF\xFF\xFE", b"\x01\0\x01\xFF\xFF\xFF\xFE\x01\0\x01"];
    agree::<OrderedTexts>(&starts, &[0, 1, 0xFE, 0xFF]);
    agree::<OrderedNumbers>(&[b"\x80\0\x01", b"", b"\xC1\0\xFF\0\x01\x7F\xFF\xFE"], &[0, 1, 0x7F, 0xC0, 0xFE, 0xFF]);
}

#[test]
fn rows_of_all_generations_are_read() {
    let key: Vec<u8> = call().encode().unwrap();
    let label = |label: &[u8]| [b"c:", label, &key[4..]].concat();
    let labels: Vec<[u8; 2]> = (b'0'..=b'9').map(|digit| [b'0', digit]).collect();
    let lines = read(&Call::LAYOUT.to_json(), &labels.iter().map(|it| label(it)).collect::<Vec<_>>());
    let strict: Vec<bool> = labels.iter().map(|it| Call::decode(&label(it)).is_ok()).collect();
    assert_eq!(strict, lines.iter().map(|line| line.contains("computed")).collect::<Vec<_>>(), "{lines:?}");
    assert_eq!(strict.iter().filter(|is_read| **is_read).count(), 3, "{lines:?}");
}

/// Keys of which one thing is wrong.
#[test]
fn wrong_keys_are_refused() {
    let key = String::from_utf8(call().encode().unwrap()).unwrap();
    let with = |from: &str, to: &str| {
        assert!(key.contains(from), "{key}");
        key.replacen(from, to, 1).into_bytes()
    };
    let label = &key[2..4];
    let other = "00";
    let cases = [
        (with(&format!(":{label}_"), &format!(":{other}_")), "expected the label of bucket"),
        (with(&format!(":{label}_"), ":10_"), "expected 0 to 9, found 10"),
        (with(&format!(":{label}_"), ":0x_"), "expected digits"),
        (with("c:", "d:"), "expected the prefix"),
        (key.as_bytes()[..key.len() - 3].to_vec(), "`seconds`: expected a number in decimal"),
        (key.as_bytes()[..20].to_vec(), "the key ends within `at`"),
        (with("_2017", "|2017"), "expected the separator after `caller`"),
        (with("_180", "_0180"), "`seconds`: expected a number in decimal"),
        (with("_180", "_180_"), "`seconds`: expected a number in decimal"),
        (with("1336", "133x"), "`caller`: byte 78 is not in the alphabet"),
        (with("12-01", "13-01"), "`at`: month must be in 1..12"),
        (with("_0_", "_7_"), "expected one of the codes"),
    ];
    let keys: Vec<Vec<u8>> = cases.iter().map(|(key, _)| key.clone()).collect();
    for ((key, expected), line) in cases.iter().zip(read(&Call::LAYOUT.to_json(), &keys)) {
        assert!(Call::decode(key).is_err(), "{}", key.escape_ascii());
        assert!(line.starts_with("{\"refused\": ") && line.contains(expected), "{line}: expected {expected}");
    }
}

mod own {
    use rowkey::codec::{Codec, Piece};
    use rowkey::language::Language;
    use rowkey::{ElementError, Sink};
    use std::convert::Infallible;

    /// Named like a codec of the crate, with other bytes.
    pub struct Doubled;

    impl<'k> Codec<'k, u8> for Doubled {
        const LANGUAGE: Language = Language::number(1, 0, 255);
        const NAME: &'static str = "u8";
        type Error = Infallible;

        fn write<S: Sink>(value: &u8, out: &mut S) -> Result<(), Infallible> {
            out.put(&[value.rotate_left(1)]);
            Ok(())
        }

        fn read(element: Piece<'k, '_>) -> Result<u8, ElementError> {
            Ok(element.array::<1>()?[0].rotate_right(1))
        }
    }
}

/// The reader never guesses: a codec of the user's own is refused under any name, and so is a later version of the form.
#[test]
fn unknown_forms_are_refused() {
    #[derive(RowKey, Debug)]
    struct Key {
        #[rowkey(with = own::Doubled)]
        f: u8,
    }
    let json = Key::LAYOUT.to_json();
    let refused = |json: &str, expected: &str| {
        let line = &read(json, &[Key { f: 1 }.encode().unwrap().into()])[0];
        assert!(line.starts_with("{\"refused\": ") && line.contains(expected), "{line}");
    };
    refused(&json, "`f` has a codec of the user's own, `u8`");
    let trusted = json.replace("\"own\":true", "\"own\":false");
    refused(&trusted.replace("\"u8\"", "\"tenths\""), "the codec `tenths` is not known");
    refused(&trusted.replace("\"number\"", "\"triple\""), "the form `triple` is not known");
    refused(&json.replace("\"rowkey\":1", "\"rowkey\":2"), "expected version 1 of the layout, found 2");
}

#[derive(RowKey, Debug)]
struct Counter {
    #[salt(modulo, buckets = 2, digits(1))]
    at: u8,
    is_new: bool,
}

/// Salts of md5 and numbers, which the reader computes.
#[derive(RowKey, Debug)]
#[rowkey(prefix = "#")]
enum Kinds {
    #[rowkey(tag = "A", was(tag = 1))]
    Counter(Counter),
    #[rowkey(tag = "AA", was(tag = "0A", tag = "0#"))]
    Meta,
    #[rowkey(tag = b"\xFF", salt(md5, buckets = 3, of(..)))]
    Salted {
        #[rowkey(desc)]
        n: u8,
    },
    #[rowkey(other)]
    Other(Vec<u8>),
}

/// A salt and fields before the tag, one of which ends at a separator.
#[derive(RowKey, Debug)]
#[rowkey(under(name, side), salt(md5, of(name), buckets = 2))]
enum Below {
    #[rowkey(tag = 0, separator = "\0")]
    Alone {
        #[rowkey(chars("#0"))]
        name: String,
        side: Side,
    },
    #[rowkey(tag = 1, separator = "\0")]
    Two {
        #[rowkey(chars("#0"))]
        name: String,
        side: Side,
        #[rowkey(raw)]
        n: i8,
    },
    #[rowkey(other)]
    Other(Vec<u8>),
}

/// The width or the alphabet tells the kind.
#[derive(RowKey, Debug)]
enum Untagged {
    One {
        n: u8,
    },
    Two(Counter),
    #[rowkey(separator = "#")]
    Long(#[rowkey(chars("0A"))] String, u8, #[rowkey(chars("0"))] String),
}

#[test]
fn keys_of_several_kinds() {
    fn lines<K: RowKey + Debug>(rows: &[K], expected: &[&str]) {
        let keys: Vec<Vec<u8>> = rows.iter().map(|row| row.encode().unwrap().into()).collect();
        assert_eq!(read(&K::LAYOUT.to_json(), &keys), expected);
    }
    lines(
        &[
            Kinds::Counter(Counter { at: 7, is_new: true }),
            Kinds::Meta,
            Kinds::Salted { n: 9 },
            Kinds::Other(b"#zoo".to_vec()),
        ],
        &[
            r#"{"kind": "Counter", "values": {"at": 7, "is_new": true}, "bucket": 1, "label": "computed"}"#,
            r#"{"kind": "Meta", "values": {}}"#,
            r#"{"kind": "Salted", "values": {"n": 9}, "bucket": 0, "label": "computed"}"#,
            r#"{"kind": null, "key": "237a6f6f"}"#,
        ],
    );
    let older = [b"#0#".to_vec(), b"#\x011\x07\x01".to_vec()];
    let expected = [
        r#"{"kind": "Meta", "values": {}}"#,
        r#"{"kind": "Counter", "values": {"at": 7, "is_new": true}, "bucket": 1, "label": "computed"}"#,
    ];
    assert_eq!(read(&Kinds::LAYOUT.to_json(), &older), expected);
    lines(
        &[
            Below::Two { name: text("0#"), side: Side::Caller, n: -2 },
            Below::Alone { name: text(""), side: Side::Callee },
        ],
        &[
            r#"{"kind": "Two", "values": {"name": "0#", "side": "Caller", "n": -2}, "bucket": 0, "label": "computed"}"#,
            r#"{"kind": "Alone", "values": {"name": "", "side": "Callee"}, "bucket": 1, "label": "computed"}"#,
        ],
    );
}

/// Of all short byte strings, the reader takes those that decode takes, each as the same kind.
#[test]
fn short_keys_of_several_kinds() {
    fn agree<K: rowkey::OwnedKey + Debug>(bytes: &[u8], most: usize, least_taken: usize) {
        let mut last = vec![Vec::new()];
        let mut keys = last.clone();
        for _ in 0..most {
            last = last.iter().flat_map(|key| bytes.iter().map(|&byte| [&key[..], &[byte]].concat())).collect();
            keys.extend(last.clone());
        }
        let mut taken = BTreeMap::new();
        for (key, line) in keys.iter().zip(read(&K::LAYOUT.to_json(), &keys)) {
            let found = match K::decode(key) {
                Ok(row) => format!("{row:?}").split(['(', ' ']).next().unwrap().to_owned(),
                Err(_) => text("refused"),
            };
            let expected = match found.as_str() {
                "refused" => text("{\"refused\": "),
                "Other" => text("{\"kind\": null, "),
                kind => format!("{{\"kind\": \"{kind}\", "),
            };
            assert!(line.starts_with(&expected), "{key:02X?}: {found}, {line}");
            *taken.entry(found).or_insert(0) += 1;
        }
        assert!(taken.len() > K::LAYOUT.record_types().len(), "{taken:?}");
        assert!(taken.values().all(|count| *count >= least_taken), "{taken:?}");
    }
    agree::<Kinds>(b"#A0\x01\xFF", 5, 1);
    agree::<Below>(b"#A0\0\x01", 6, 2);
    agree::<Untagged>(b"#A01\x01", 5, 2);
}

/// The example of SPEC.md.
#[derive(RowKey, Debug)]
#[rowkey(separator = "_")]
#[allow(dead_code, reason = "only the layout is looked at")]
struct Row {
    #[salt(xor, buckets = 6, of(caller.from(7).int), digits(2))]
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    side: Side,
    #[reverse_ts]
    at: i64,
}

/// The lines of a block, without what indents them.
fn one_line(block: &str) -> String {
    block.lines().map(str::trim).collect()
}

#[test]
fn the_example_of_the_specification() {
    let spec = include_str!("../../SPEC.md");
    let block = spec.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(one_line(block), Row::LAYOUT.to_json());
}

/// Every form that the example does not show.
#[test]
fn the_other_forms() {
    #[derive(RowKey)]
    #[rowkey(salt(with = rowkey::salt::phoenix, buckets = 31, of(..)))]
    #[allow(dead_code, reason = "only the layout is looked at")]
    struct Forms {
        inner: Inner,
        #[rowkey(desc)]
        option: Option<Stage>,
        #[rowkey(time("%Y%m", exact))]
        month: jiff::civil::Date,
        #[rowkey(terminated)]
        host: String,
        #[rowkey(pad(2, chars), allow(unordered))]
        name: String,
        #[rowkey(pad(2, with = b'0', left), allow(unordered))]
        left: String,
        #[rowkey(decimal)]
        count: i8,
    }
    assert_eq!(Forms::LAYOUT.to_json(), one_line(include_str!("../vectors/layout_forms.json")));
}

#[derive(KeyCode, Debug)]
#[allow(dead_code, reason = "only the layout is looked at")]
enum Stage {
    #[code("n")]
    New,
    #[code("s")]
    Sold,
}

rowkey::laws!(
    Inner,
    Call,
    Computed,
    Unchecked,
    Inputs,
    ByDay,
    Lists,
    Path,
    Step,
    OrderedTexts,
    OrderedNumbers,
    OrderedPair,
    Counter,
    Kinds,
    Below,
    Untagged,
    Datum,
    Open,
    Entry,
    Row
);
