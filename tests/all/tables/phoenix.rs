//! Apache Phoenix: its primary keys as structs, its column types as fields. What is refused is what Phoenix has no bytes
//! for either, but for `DECIMAL`, and for what NULL does to a descending text.

use super::super::golden::hex;
use super::rows::{Row, Rows, same};
use jiff::Timestamp;
use rowkey::codec::phoenix::{Float, LastDesc};
use rowkey::{OwnedKey, RowKey};
use std::collections::BTreeSet;
use std::fmt::Debug;

// One struct for each list of columns, and for each that trailing NULLs leave.
keys! {
    K { k: String }
    KDesc { #[rowkey(with = LastDesc)] k: String }
    KN { #[rowkey(chars("^\0"), separator = "\0")] k: String, n: i64 }
    #[rowkey(salt(phoenix, buckets = 8, of(..)))]
    SaltedKN { #[rowkey(chars("^\0"), separator = "\0")] k: String, n: i64 }
    KNDesc { #[rowkey(chars("^\0"), separator = "\0")] k: String, #[rowkey(desc)] n: i64 }
    I { i: i32 }
    Ivv { i: i32, #[rowkey(chars("^\0"), separator = "\0")] v1: String, v2: String }
    IvDesc { i: i32, #[rowkey(with = LastDesc)] v1: String }
    IvvDesc {
        i: i32,
        #[rowkey(desc, chars("^\0"), separator = b"\xFF")] v1: String,
        #[rowkey(with = LastDesc)] v2: String,
    }
    Vvv {
        #[rowkey(chars("^\0"), separator = "\0")] v1: String,
        #[rowkey(chars("^\0"), separator = "\0")] v2: String,
        v3: String,
    }
    CI { #[rowkey(pad(4, with = b' '), chars("!-~"))] c: String, i: i32 }
    CIDesc { #[rowkey(pad(4, with = b' '), chars("!-~"), desc)] c: String, #[rowkey(desc)] i: i32 }
    BI { b: [u8; 4], i: i32 }
    BDescI { #[rowkey(desc)] b: [u8; 4], i: i32 }
    VI { #[rowkey(chars("^\0"), separator = "\0")] v: String, i: i32 }
    Baby {
        #[rowkey(chars("^\0"), separator = "\0")] n: String,
        #[rowkey(len(1))] s: String,
        #[rowkey(desc)] y: i16,
        #[rowkey(desc)] o: i64,
    }
    #[rowkey(salt(phoenix, buckets = 4, of(..)))]
    Host { #[rowkey(chars("^\0"), separator = "\0")] host: String, #[rowkey(desc)] ts: u64 }
    #[rowkey(salt(phoenix, buckets = 3, of(..)))]
    Pair3 { a: i32, b: i32 }
    #[rowkey(salt(phoenix, buckets = 256, of(..)))]
    Pair256 { a: i32, b: i32 }
    EI { #[rowkey(terminated)] e: Vec<u8>, i: i32 }
    EDesc { #[rowkey(terminated, desc)] e: Vec<u8> }
    Iev { i: i32, #[rowkey(terminated)] e: Vec<u8>, v: String }
    IB { i: i32, b: Vec<u8> }
    #[rowkey(salt(phoenix, buckets = 10, of(..)))]
    Uds {
        #[rowkey(chars("^\0"), separator = "\0")] u: String,
        #[rowkey(time(millis), desc)] d: i64,
        s: String,
    }
}

/// `s:text`, or NULL, which an empty text is.
fn text(value: &str) -> String {
    value.strip_prefix("s:").unwrap_or_default().to_owned()
}

/// `BINARY(4)` is filled up with zeros.
fn binary(value: &str) -> [u8; 4] {
    let mut bytes = hex(value.strip_prefix("x:").unwrap());
    bytes.resize(4, 0);
    bytes.try_into().unwrap()
}

/// Three texts of which any can be NULL: one variant per length, as on the page.
#[derive(RowKey, Debug, Clone, PartialEq)]
enum Member {
    All {
        #[rowkey(chars("^\0"), separator = "\0")]
        org: String,
        #[rowkey(chars("^\0"), separator = "\0")]
        team: String,
        #[rowkey(chars("^\0"))]
        member: String,
    },
    Team {
        #[rowkey(chars("^\0"), separator = "\0")]
        org: String,
        #[rowkey(chars("^\0"))]
        team: String,
    },
    Org {
        #[rowkey(chars("^\0"))]
        org: String,
    },
}

impl Member {
    /// The row of these columns, as `PTableImpl.newKey` of Phoenix drops NULLs: from the end.
    fn of(columns: [Option<&str>; 3]) -> Self {
        let [org, team, member] = columns.map(|column| column.unwrap_or_default().to_owned());
        match columns {
            [_, _, Some(_)] => Self::All { org, team, member },
            [_, Some(_), None] => Self::Team { org, team },
            [_, None, None] => Self::Org { org },
        }
    }
}

/// The bytes of `PTableImpl.newKey` for three ascending `VARCHAR`s: each column and a separator, up to the last column
/// that is not NULL, without the last separator.
fn phoenix_key(columns: &[Option<&str>]) -> Vec<u8> {
    let mut key: Vec<u8> =
        columns.iter().flat_map(|column| [column.unwrap_or_default().as_bytes(), b"\0"].concat()).collect();
    for column in columns.iter().rev() {
        key.pop();
        if column.is_some() {
            break;
        }
    }
    key
}

/// Compares both ways.
#[track_caller]
fn check_member(columns: [Option<&str>; 3], key: &[u8]) {
    let row = Member::of(columns);
    assert_eq!(row.encode().unwrap(), key, "{row:?}");
    assert_eq!(Member::decode(key), Ok(row));
}

#[test]
fn rows_without_their_last_columns() {
    let texts = [None, Some("a"), Some("ab"), Some("b"), Some("\u{1}"), Some("é")];
    let mut rows = Vec::new();
    for org in texts {
        for team in texts {
            for member in texts {
                let columns = [org, team, member];
                if columns != [None; 3] {
                    check_member(columns, &phoenix_key(&columns));
                    rows.push((columns, phoenix_key(&columns)));
                }
            }
        }
    }
    // All rows of an organization: each is in the plan of its own variant, and no other row is.
    for (org, text) in texts.iter().filter_map(|org| Some((*org, (*org)?))) {
        let all = Member::scan_all().org(text).plan().unwrap().into_untyped();
        let team = Member::scan_team().org(text).plan().unwrap().into_untyped();
        let alone = Member::scan_org().org(text).plan().unwrap().into_untyped();
        for (columns, key) in &rows {
            let finds =
                [&all, &team, &alone].map(|plan| plan.ranges().any(|range| range.contains(key)) && plan.matches(key));
            let variant = columns.iter().rev().position(Option::is_some).unwrap();
            let expected = [0, 1, 2].map(|number| columns[0] == org && number == variant);
            assert_eq!(finds, expected, "{columns:?} in {text}");
        }
    }
}

fn row_key(row: &Row) -> Result<(), String> {
    let columns = row.text("pk_columns").replace(" NOT NULL", "");
    let values: Vec<&str> = row.text("values").split(';').collect();
    let refused = row.text("status") != "OK";
    let key = if refused { Vec::new() } else { row.bytes("row_key_hex") };
    let int = |at: usize| values[at].parse::<i32>().unwrap();
    let long = |at: usize| values[at].parse::<i64>().unwrap();
    let octets = |at: usize| hex(values[at].strip_prefix("x:").unwrap_or_default());
    // How many columns are left without the trailing NULLs.
    let set = values.iter().rposition(|value| *value != "null").map_or(0, |last| last + 1);
    match (columns.as_str(), row.text("salt_buckets"), set) {
        ("k VARCHAR", "-", 1) => same(K { k: text(values[0]) }, &key),
        ("k VARCHAR DESC", "-", 1) => same(KDesc { k: text(values[0]) }, &key),
        ("k VARCHAR,n BIGINT", "-", 2) => same(KN { k: text(values[0]), n: long(1) }, &key),
        ("k VARCHAR,n BIGINT", "8", 2) => same(SaltedKN { k: text(values[0]), n: long(1) }, &key),
        ("k VARCHAR,n BIGINT DESC", "-", 2) => same(KNDesc { k: text(values[0]), n: long(1) }, &key),
        ("i INTEGER,v1 VARCHAR,v2 VARCHAR", "-", 3) => {
            same(Ivv { i: int(0), v1: text(values[1]), v2: text(values[2]) }, &key)
        }
        ("i INTEGER,v1 VARCHAR,v2 VARCHAR" | "i INTEGER,v1 VARCHAR DESC,v2 VARCHAR DESC", "-", 1) => {
            same(I { i: int(0) }, &key)
        }
        ("i INTEGER,v1 VARCHAR DESC,v2 VARCHAR DESC", "-", 2) => same(IvDesc { i: int(0), v1: text(values[1]) }, &key),
        ("i INTEGER,v1 VARCHAR DESC,v2 VARCHAR DESC", "-", 3) => {
            assert!(IvvDesc::decode(&key).is_err());
            Err("NULL DESC ends with 00, text with FF".into())
        }
        ("v1 VARCHAR,v2 VARCHAR,v3 VARCHAR", "-", 0) => {
            assert_eq!(row.text("status"), "ERR:ConstraintViolationException");
            same(K { k: String::new() }, &key)
        }
        ("v1 VARCHAR,v2 VARCHAR,v3 VARCHAR", "-", 1 | 3) => {
            let [v1, v2, v3] = [0, 1, 2].map(|at| text(values[at]));
            let columns = [0, 1, 2].map(|at| values[at].strip_prefix("s:"));
            assert_eq!(phoenix_key(&columns), key);
            check_member(columns, &key);
            if set == 3 { same(Vvv { v1, v2, v3 }, &key) } else { same(K { k: v1 }, &key) }
        }
        ("c CHAR(4),i INTEGER", "-", 2) => same(CI { c: text(values[0]), i: int(1) }, &key),
        ("c CHAR(4) DESC,i INTEGER DESC", "-", 2) => same(CIDesc { c: text(values[0]), i: int(1) }, &key),
        ("b BINARY(4),i INTEGER", "-", 2) => same(BI { b: binary(values[0]), i: int(1) }, &key),
        ("b BINARY(4) DESC,i INTEGER", "-", 2) => same(BDescI { b: binary(values[0]), i: int(1) }, &key),
        ("v VARCHAR,i INTEGER", "-", 2) => {
            let v = String::from_utf8(hex(values[0].strip_prefix("z:").unwrap())).unwrap();
            assert!(VI::decode(&key).is_err(), "a text with NUL cannot be told from the next column");
            same(VI { v, i: int(1) }, &key)
        }
        ("n VARCHAR,s CHAR(1),y SMALLINT DESC,o BIGINT DESC", "-", 4) => {
            same(Baby { n: text(values[0]), s: text(values[1]), y: values[2].parse().unwrap(), o: long(3) }, &key)
        }
        ("host VARCHAR,ts UNSIGNED_LONG DESC", "4", 2) => {
            same(Host { host: text(values[0]), ts: values[1].parse().unwrap() }, &key)
        }
        ("a INTEGER,b INTEGER", "3", 2) => same(Pair3 { a: int(0), b: int(1) }, &key),
        ("a INTEGER,b INTEGER", "256", 2) => same(Pair256 { a: int(0), b: int(1) }, &key),
        ("e VARBINARY_ENCODED,i INTEGER", "-", 2) => same(EI { e: octets(0), i: int(1) }, &key),
        ("e VARBINARY_ENCODED DESC", "-", 1) => same(EDesc { e: octets(0) }, &key),
        ("i INTEGER,e VARBINARY_ENCODED,v VARCHAR", "-", 3) => {
            same(Iev { i: int(0), e: octets(1), v: text(values[2]) }, &key)
        }
        ("i INTEGER,b VARBINARY", "-", _) => same(IB { i: int(0), b: octets(1) }, &key),
        ("u VARCHAR,d DATE DESC,s VARCHAR", "10", _) => {
            same(Uds { u: text(values[0]), d: long(1), s: text(values[2]) }, &key)
        }
        (decimal, "-", _) if decimal.starts_with("d DECIMAL") => Err("DECIMAL".into()),
        other => panic!("no struct for {other:?}"),
    }
}

#[test]
fn row_keys() {
    Rows::read("../phoenix_row_key").check(row_key).are(&[
        "line 12: NULL DESC ends with 00, text with FF",
        "line 17: `K` encodes to an empty key, which no store accepts",
        "line 18: `CI.c` cannot be written: expected at most 4 bytes, found 5",
        "line 22: `VI.v` cannot be written: byte 0x00 at offset 1 is not in the alphabet `^\\x00`",
        "line 28: DECIMAL",
        "line 29: DECIMAL",
        "line 30: DECIMAL",
        "line 31: DECIMAL",
    ]);
}

keys! {
    Tinyint { v: i8 } TinyintDesc { #[rowkey(desc)] v: i8 }
    Smallint { v: i16 } SmallintDesc { #[rowkey(desc)] v: i16 }
    Integer { v: i32 } IntegerDesc { #[rowkey(desc)] v: i32 }
    Bigint { v: i64 } BigintDesc { #[rowkey(desc)] v: i64 }
    Date { #[rowkey(time(millis))] v: i64 } DateDesc { #[rowkey(time(millis), desc)] v: i64 }
    UnsignedTinyint { v: u8 } UnsignedTinyintDesc { #[rowkey(desc)] v: u8 }
    UnsignedSmallint { v: u16 } UnsignedSmallintDesc { #[rowkey(desc)] v: u16 }
    UnsignedInt { v: u32 } UnsignedIntDesc { #[rowkey(desc)] v: u32 }
    UnsignedLong { v: u64 } UnsignedLongDesc { #[rowkey(desc)] v: u64 }
    UnsignedDate { #[rowkey(time(millis))] v: u64 } UnsignedDateDesc { #[rowkey(time(millis), desc)] v: u64 }
    Boolean { v: bool }
    FloatAsc { #[rowkey(with = Float)] v: f32 } FloatDesc { #[rowkey(with = Float, desc)] v: f32 }
    DoubleAsc { #[rowkey(with = Float)] v: f64 } DoubleDesc { #[rowkey(with = Float, desc)] v: f64 }
    UnsignedFloat { #[rowkey(raw)] v: f32 } UnsignedFloatDesc { #[rowkey(raw, desc)] v: f32 }
    UnsignedDouble { #[rowkey(raw)] v: f64 } UnsignedDoubleDesc { #[rowkey(raw, desc)] v: f64 }
    Encoded { #[rowkey(terminated)] v: Vec<u8> } EncodedDesc { #[rowkey(terminated, desc)] v: Vec<u8> }
}

/// A column type as a key of one field, ascending and descending.
macro_rules! column {
    ($row:ident, $Asc:ident, $Desc:ident, $value:expr) => {
        if $row.text("order") == "ASC" {
            same($Asc { v: $value }, &$row.bytes("hex"))
        } else {
            same($Desc { v: $value }, &$row.bytes("hex"))
        }
    };
}

fn column(row: &Row) -> Result<(), String> {
    let (kind, value) = (row.text("sql_type"), row.text("value"));
    let (is_error, number) = (row.text("hex").starts_with("ERR"), value.parse::<i64>().ok());
    if let (true, Some(below_zero)) = (is_error, number) {
        assert!(kind.starts_with("UNSIGNED") && u64::try_from(below_zero).is_err());
        return Err("UNSIGNED below zero: no value of an unsigned type".into());
    }
    let bits = || u64::from_str_radix(value.strip_prefix("bits:").unwrap(), 16).unwrap();
    let (double, float) = (|| f64::from_bits(bits()), || f32::from_bits(bits() as u32));
    if is_error {
        assert!(kind == "UNSIGNED_FLOAT" && float() < 0.0 || kind == "UNSIGNED_DOUBLE" && double() < 0.0);
        return Err("UNSIGNED float below zero: `raw` writes it, the column does not take it".into());
    }
    let number = || number.unwrap();
    match kind {
        "TINYINT" => column!(row, Tinyint, TinyintDesc, number() as i8),
        "SMALLINT" => column!(row, Smallint, SmallintDesc, number() as i16),
        "INTEGER" => column!(row, Integer, IntegerDesc, number() as i32),
        "BIGINT" => column!(row, Bigint, BigintDesc, number()),
        "DATE_millis" => column!(row, Date, DateDesc, number()),
        "UNSIGNED_TINYINT" => column!(row, UnsignedTinyint, UnsignedTinyintDesc, number() as u8),
        "UNSIGNED_SMALLINT" => column!(row, UnsignedSmallint, UnsignedSmallintDesc, number() as u16),
        "UNSIGNED_INT" => column!(row, UnsignedInt, UnsignedIntDesc, number() as u32),
        "UNSIGNED_LONG" => column!(row, UnsignedLong, UnsignedLongDesc, number() as u64),
        "UNSIGNED_DATE_millis" => column!(row, UnsignedDate, UnsignedDateDesc, number() as u64),
        "BOOLEAN" => same(Boolean { v: value == "true" }, &row.bytes("hex")),
        "FLOAT" if float().is_nan() => nan(FloatAsc { v: float() }, FloatDesc { v: float() }, row),
        "DOUBLE" if double().is_nan() => nan(DoubleAsc { v: double() }, DoubleDesc { v: double() }, row),
        "UNSIGNED_FLOAT" if float().is_nan() => {
            nan(UnsignedFloat { v: float() }, UnsignedFloatDesc { v: float() }, row)
        }
        "UNSIGNED_DOUBLE" if double().is_nan() => {
            nan(UnsignedDouble { v: double() }, UnsignedDoubleDesc { v: double() }, row)
        }
        "FLOAT" => column!(row, FloatAsc, FloatDesc, float()),
        "DOUBLE" => column!(row, DoubleAsc, DoubleDesc, double()),
        "UNSIGNED_FLOAT" => column!(row, UnsignedFloat, UnsignedFloatDesc, float()),
        "UNSIGNED_DOUBLE" => column!(row, UnsignedDouble, UnsignedDoubleDesc, double()),
        "VARBINARY_ENCODED" => encoded(row),
        "DECIMAL" => Err("DECIMAL: no type of ours is one".into()),
        other => panic!("no field for {other}"),
    }
}

/// A NaN is not equal to itself, so the bytes are compared both ways.
fn nan<A: OwnedKey<EncodeError: Debug>, D: OwnedKey<EncodeError: Debug>>(
    asc: A,
    desc: D,
    row: &Row,
) -> Result<(), String> {
    let expected = row.bytes("hex");
    if row.text("order") == "ASC" {
        assert_eq!(asc.encode().unwrap().as_ref(), expected);
        assert_eq!(A::decode(&expected).unwrap().encode().unwrap().as_ref(), expected);
    } else {
        assert_eq!(desc.encode().unwrap().as_ref(), expected);
        assert_eq!(D::decode(&expected).unwrap().encode().unwrap().as_ref(), expected);
    }
    Ok(())
}

/// The vector is of the column's value alone; in a key the end mark follows it.
fn encoded(row: &Row) -> Result<(), String> {
    let (v, bytes) = (hex(row.text("value")), row.bytes("hex"));
    if row.text("order") == "ASC" {
        same(Encoded { v }, &[&bytes[..], &[0, 1]].concat())
    } else {
        same(EncodedDesc { v }, &[&bytes[..], &[0xFF, 0xFE]].concat())
    }
}

#[test]
fn column_types() {
    let refused = Rows::read("../phoenix_types").check(column);
    let expected = [
        ("DECIMAL: no type of ours is one", 53),
        ("UNSIGNED below zero: no value of an unsigned type", 12),
        ("UNSIGNED float below zero: `raw` writes it, the column does not take it", 8),
    ];
    assert_eq!(refused.reasons(), expected.map(|(why, rows)| (why.to_owned(), rows)).into());
}

keys! {
    Time { #[rowkey(time(millis, exact))] at: Timestamp } TimeDesc { #[rowkey(time(millis, exact), desc)] at: Timestamp }
    UnsignedTime { #[rowkey(time(millis))] at: u64 } UnsignedTimeDesc { #[rowkey(time(millis), desc)] at: u64 }
    Stamp { #[rowkey(time(millis, exact))] at: Timestamp, nanos: u32 }
    StampDesc { #[rowkey(time(millis, exact), desc)] at: Timestamp, #[rowkey(desc)] nanos: u32 }
    UnsignedStamp { #[rowkey(time(millis))] at: u64, nanos: u32 }
    UnsignedStampDesc { #[rowkey(time(millis), desc)] at: u64, #[rowkey(desc)] nanos: u32 }
}

fn time(row: &Row) -> Result<(), String> {
    let (kind, millis, nanos) = (row.text("sql_type"), row.number::<i64>("millis"), row.number("nanos"));
    if row.text("hex").starts_with("ERR") {
        assert!(kind.starts_with("UNSIGNED") && u64::try_from(millis).is_err());
        return Err("UNSIGNED before 1970: no value of an unsigned type".into());
    }
    let key = row.bytes("hex");
    let at = Timestamp::from_millisecond(millis).unwrap();
    match (kind, row.text("order")) {
        ("DATE" | "TIME", "ASC") => same(Time { at }, &key).and(same(Date { v: millis }, &key)),
        ("DATE" | "TIME", _) => same(TimeDesc { at }, &key).and(same(DateDesc { v: millis }, &key)),
        ("UNSIGNED_DATE" | "UNSIGNED_TIME", "ASC") => same(UnsignedTime { at: millis as u64 }, &key),
        ("UNSIGNED_DATE" | "UNSIGNED_TIME", _) => same(UnsignedTimeDesc { at: millis as u64 }, &key),
        ("TIMESTAMP", "ASC") => same(Stamp { at, nanos }, &key),
        ("TIMESTAMP", _) => same(StampDesc { at, nanos }, &key),
        ("UNSIGNED_TIMESTAMP", "ASC") => same(UnsignedStamp { at: millis as u64, nanos }, &key),
        ("UNSIGNED_TIMESTAMP", _) => same(UnsignedStampDesc { at: millis as u64, nanos }, &key),
        other => panic!("no field for {other:?}"),
    }
}

#[test]
fn times() {
    let refused = Rows::read("../phoenix_times").check(time);
    let expected = [("UNSIGNED before 1970: no value of an unsigned type".to_owned(), 50)];
    assert_eq!(refused.reasons(), expected.into());
}

/// The types that the documentation names are those that the tests above read, and no other.
#[test]
fn every_type_that_is_named_is_checked() {
    let docs = include_str!("../../../src/_existing_tables/phoenix.rs");
    let docs = docs.split("Phoenix splits a salted table").next().unwrap();
    // In capitals, in the first column of the table, or as what a struct cannot say.
    let column = |line: &'static str| line.strip_prefix("//! | ").map(|row| row.split(" | ").next().unwrap());
    let item = |line: &'static str| line.strip_prefix("//! - **").map(|item| item.split("**").next().unwrap());
    let words = docs.lines().filter_map(|line| column(line).or(item(line))).flat_map(|text| text.split('`'));
    let names = words.map(|word| word.split(['(', ' ', ',']).next().unwrap());
    let is_type = |name: &&str| name.len() > 3 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let named: BTreeSet<&str> =
        names.filter(is_type).filter(|name| !["DESC", "NULL", "SALT_BUCKETS"].contains(name)).collect();

    let types = include_str!("../../vectors/phoenix_types.tsv")
        .lines()
        .chain(include_str!("../../vectors/phoenix_times.tsv").lines());
    let types = types.filter_map(|line| line.split('\t').next());
    let keys = include_str!("../../vectors/phoenix_row_key.tsv").lines().skip(1);
    let columns = keys.flat_map(|line| line.split('\t').flat_map(|cell| cell.split([' ', ',', '('])));
    let checked = types.map(|name| name.trim_end_matches("_millis")).chain(columns);
    let checked: BTreeSet<&str> = checked.filter(is_type).filter(|name| !["DESC", "NULL"].contains(name)).collect();
    assert_eq!(named, checked);
}

/// What no vector shows: floats in their order, and what is no float of Phoenix.
#[test]
fn floats_sort_and_other_nans_are_refused() {
    let floats =
        [f64::NEG_INFINITY, f64::MIN, -1.5, -0.0, 0.0, f64::MIN_POSITIVE, 1.5, f64::MAX, f64::INFINITY, f64::NAN];
    let keys = floats.map(|v| DoubleAsc { v }.encode().unwrap());
    assert!(keys.is_sorted_by(|a, b| a < b));
    for (key, v) in keys.iter().zip(floats) {
        assert_eq!(DoubleAsc::decode(key).unwrap().v.to_bits(), v.to_bits());
    }
    assert!(DoubleAsc { v: -f64::NAN }.encode().is_err());
    assert!(FloatAsc { v: f32::from_bits(0x7FC0_0001) }.encode().is_err());
    for none in [[0; 8], [0, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xF8, 0, 0, 0, 0, 0, 2], [0xFF; 8]] {
        assert!(DoubleAsc::decode(&none).is_err(), "{none:?}");
    }
}

/// A descending text at the end sorts, is found by range, and is neither empty nor holds a NUL.
#[test]
fn a_descending_text_ends_itself() {
    let texts = ["a", "a b", "aa", "b", "\u{7F}", "é", "\u{10FFFF}"];
    let keys = texts.map(|k| KDesc { k: k.into() }.encode().unwrap());
    assert!(keys.is_sorted_by(|a, b| a > b));
    let plan = KDesc::scan().k("aa".to_owned().."é".to_owned()).plan().unwrap();
    let found = texts.iter().zip(&keys).filter(|(_, key)| plan.ranges().any(|range| range.contains(key)));
    assert_eq!(found.map(|(text, _)| *text).collect::<Vec<_>>(), ["aa", "b", "\u{7F}"]);
    for refused in ["", "a\0"] {
        assert!(KDesc { k: refused.into() }.encode().is_err(), "{refused:?}");
    }
    for none in [&b"\xFF"[..], b"\x9E", b"\x9E\xFF\xFF", b"\x00\xFF"] {
        assert!(KDesc::decode(none).is_err(), "{none:?}");
    }
}

rowkey::laws!(Member);
