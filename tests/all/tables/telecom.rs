//! A. Telecom calls: `01_13362666677_2017-12-01 12:10_14444445555_0_180`.

mod java;
mod months;

use super::rows::{Row, Rows, region, same};
use jiff::civil::DateTime;
use rowkey::{DecodeError, KeyCode, RowKey};

#[derive(KeyCode, Clone, Copy, Debug, PartialEq)]
enum Side {
    #[code("0")]
    Callee,
    #[code("1")]
    Caller,
}

/// The table as it was meant.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "_", split(after = "|"))]
struct CallRow {
    #[salt(xor, buckets = 6, of(caller.from(7).int, at.year_month), digits(2))]
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    at: DateTime,
    #[rowkey(len(11), chars("0-9"))]
    callee: String,
    side: Side,
    #[rowkey(decimal)]
    seconds: u32,
}

/// The table as it is: older rows hold phones of any length and dates as people type them, so nothing of variable
/// width sorts; and it was made with a sixth split key, above which no row can lie.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))]
struct OldCallRow {
    #[salt(xor, buckets = 6, of(caller.from(7).int, at.without("-").first(6).int), digits(2))]
    #[rowkey(chars("0-9"), allow(unordered))]
    caller: String,
    #[rowkey(chars("^_"), allow(unordered))]
    at: String,
    #[rowkey(chars("0-9"), allow(unordered))]
    callee: String,
    side: Side,
    #[rowkey(decimal)]
    seconds: u32,
}

/// Rows whose label no salt writes: `Math.abs` was forgotten, and Java's `%` keeps the sign; or the number of buckets
/// outgrew the two digits of the label. The label is a field like any other, and put into the key by hand.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "_")]
struct LabelledCallRow {
    #[rowkey(chars("-0-9"), allow(unordered))]
    label: String,
    #[rowkey(chars("0-9"), allow(unordered))]
    caller: String,
    #[rowkey(chars("^_"), allow(unordered))]
    at: String,
    #[rowkey(chars("0-9"), allow(unordered))]
    callee: String,
    side: Side,
    #[rowkey(decimal)]
    seconds: u32,
}

/// The same table with one bucket: its label is a prefix.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "00_", separator = "_")]
struct OneBucketCallRow {
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    at: DateTime,
    #[rowkey(len(11), chars("0-9"))]
    callee: String,
    side: Side,
    #[rowkey(decimal)]
    seconds: u32,
}

/// The same table with more buckets.
macro_rules! more_buckets {
    ($($name:ident: $buckets:literal, digits($width:literal), $regions:literal regions $(, $allow:ident($dead:ident))?;)*) => {$(
        #[derive(RowKey, Clone, Debug, PartialEq)]
        #[rowkey(separator = "_", split(after = "|", regions = $regions $(, $allow($dead))?))]
        struct $name {
            #[salt(xor, buckets = $buckets, of(caller.from(7).int, at.year_month), digits($width))]
            #[rowkey(len(11), chars("0-9"))]
            caller: String,
            #[rowkey(time("%Y-%m-%d %H:%M", exact))]
            at: DateTime,
            #[rowkey(len(11), chars("0-9"))]
            callee: String,
            side: Side,
            #[rowkey(decimal)]
            seconds: u32,
        }
    )*};
}

more_buckets! {
    CallRow2: 2, digits(2), 3 regions, allow(dead);
    CallRow12: 12, digits(2), 13 regions, allow(dead);
    CallRow100: 100, digits(2), 101 regions, allow(dead);
    CallRow128: 128, digits(3), 128 regions;
}

/// The salt of the variant that hashes.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "_", split(after = "|"))]
struct HashedCallRow {
    #[salt(java_hash, buckets = 6, of(caller.from(7), at.year_month), digits(2))]
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    at: DateTime,
}

/// What to take for a new table: 30 bytes instead of 49, sorted by caller and time, no dead region.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct Call {
    #[salt(xxh3, buckets = 6, of(caller, at.year_month))]
    caller: u64,
    #[reverse_ts]
    at: i64,
    callee: u64,
    side: Side,
    seconds: u32,
}

/// The time of a row whose text is what the pattern writes; `strptime` also takes unpadded days.
fn time(text: &str) -> Option<DateTime> {
    let time = DateTime::strptime("%Y-%m-%d %H:%M", text).ok()?;
    (time.strftime("%Y-%m-%d %H:%M").to_string() == text).then_some(time)
}

fn side(row: &Row) -> Side {
    if row.text("flag") == "1" { Side::Caller } else { Side::Callee }
}

macro_rules! call {
    ($name:ident, $row:expr, $at:expr) => {
        $name {
            caller: $row.text("call1").into(),
            at: $at,
            callee: $row.text("call2").into(),
            side: side($row),
            seconds: $row.number("duration"),
        }
    };
}

#[test]
fn keys() {
    let refused = Rows::read("a_telecom_keys").check(|row| {
        let key = row.bytes("key_hex");
        assert_eq!(region(OldCallRow::SPLIT_KEYS, &key), row.number("region_of_split6"));
        match (row.text("regions"), time(row.text("build_time"))) {
            ("1", Some(at)) => same(call!(OneBucketCallRow, row, at), &key),
            ("12", Some(at)) => same(call!(CallRow12, row, at), &key),
            ("100", Some(at)) => same(call!(CallRow100, row, at), &key),
            ("128", Some(at)) => same(call!(CallRow128, row, at), &key),
            ("6", Some(at)) if row.text("call1").len() == 11 => {
                same(call!(CallRow, row, at), &key)?;
                same(call!(OldCallRow, row, row.text("build_time").into()), &key)
            }
            ("6", _) => same(call!(OldCallRow, row, row.text("build_time").into()), &key),
            other => panic!("{other:?}"),
        }
    });
    refused
        .are(&["s0k22: `CallRow.callee` cannot be written: byte 0x5F ('_') at offset 4 is not in the alphabet `0-9`"]);
}

/// The row is in the table, and cannot be split back: it is named, not guessed.
#[test]
fn a_separator_in_a_value() {
    let key = b"01_13362666677_2017-12-01 12:10_1444_445555_0_180";
    let error = DecodeError::Separators { key: "OldCallRow", separator: b"_", found: 5, expected: 4 };
    assert_eq!(OldCallRow::decode(key), Err(error.clone()));
    assert_eq!(
        error.to_string(),
        "expected 4 separators 0x5F ('_') in `OldCallRow`, found 5: a value contains the separator, so the key is ambiguous"
    );
    // Where every width is fixed, it is the value that is wrong.
    assert!(matches!(CallRow::decode(key), Err(DecodeError::Separators { .. })));
    assert!(OldCallRow::decode(b"01_13362666677_2017-12-01 12:10_1444445555_0_180").is_ok());
    // Too few are not too many.
    assert!(matches!(OldCallRow::decode(b"01_13362666677_2017-12-01"), Err(DecodeError::Truncated { .. })));
}

/// What the Java program refuses, and why we do.
#[test]
fn errors() {
    let refused = Rows::read("a_telecom_errors").check(|row| {
        if row.text("regions") == "0" {
            // `buckets = 0` does not compile: `tests/ui/salt`.
            return Err("a salt needs 2 or more buckets".to_owned());
        }
        let old = OldCallRow {
            caller: row.text("call1").into(),
            at: row.text("build_time").into(),
            callee: String::new(),
            side: Side::Callee,
            seconds: 0,
        };
        let key = old.encode().map_err(|error| error.to_string())?;
        assert_eq!(row.text("exception"), format!("ok:{}", String::from_utf8_lossy(&key[..2])));
        Ok(())
    });
    refused.are(&[
        "s0e01: the salt of `OldCallRow` cannot be computed from `caller`: the view `int` expected 1 to 18 digits, found an empty text",
        "s0e03: `OldCallRow.caller` cannot be written: byte 0x61 ('a') at offset 10 is not in the alphabet `0-9`",
        "s0e06: the salt of `OldCallRow` cannot be computed from `at`: the view `int` expected 1 to 18 digits, found other text (6 bytes)",
        "s0e07: a salt needs 2 or more buckets",
    ]);
}

/// What a program can get wrong when it fills the struct: each error names the field and the reason.
#[test]
fn bad_input() {
    let good = CallRow {
        caller: "13362666677".into(),
        at: time("2017-12-01 12:10").unwrap(),
        callee: "14444445555".into(),
        side: Side::Callee,
        seconds: 180,
    };
    assert!(good.encode().is_ok());
    let at = |text: &str| CallRow { at: text.parse().unwrap(), ..good.clone() };
    let caller = |text: &str| CallRow { caller: text.into(), ..good.clone() };
    for (call, error) in [
        (caller("1336266667"), "`CallRow.caller` cannot be written: expected exactly 11 bytes, found 10"),
        (
            caller("1336266667x"),
            "`CallRow.caller` cannot be written: byte 0x78 ('x') at offset 10 is not in the alphabet `0-9`",
        ),
        (
            CallRow { callee: "1444_445555".into(), ..good.clone() },
            "`CallRow.callee` cannot be written: byte 0x5F ('_') at offset 4 is not in the alphabet `0-9`",
        ),
        (
            at("2017-12-01T12:10:30"),
            "`CallRow.at` cannot be written: the second is 30, which the pattern \"%Y-%m-%d %H:%M\" does not store: round the value, or use `floor` instead of `exact`",
        ),
        (at("-000001-12-31T23:59"), "`CallRow.at` cannot be written: expected a year from 0 to 9999, found -1"),
    ] {
        assert_eq!(call.encode().unwrap_err().to_string(), error);
    }
    let old = |caller: &str, at: &str| {
        let call =
            OldCallRow { caller: caller.into(), at: at.into(), callee: String::new(), side: Side::Callee, seconds: 0 };
        call.encode().unwrap_err().to_string()
    };
    for (caller, at, error) in [
        (
            "1336266",
            "2017-12-1",
            "the salt of `OldCallRow` cannot be computed from `caller`: the view `int` expected 1 to 18 digits, found an empty text",
        ),
        (
            "13362666677",
            "x",
            "the salt of `OldCallRow` cannot be computed from `at`: the view `int` expected 1 to 18 digits, found other text (1 byte)",
        ),
        (
            "13362666677",
            "2017-12_01",
            "`OldCallRow.at` cannot be written: byte 0x5F ('_') at offset 7 is not in the alphabet `^_`",
        ),
    ] {
        assert_eq!(old(caller, at), error);
    }
    for (row, error) in [
        (
            "01_13362666677_2017-13-01 12:10_14444445555_0_180",
            "`CallRow.at` at offset 15: expected the month to be 1 to 12, found 13",
        ),
        (
            "01_13362666677_2017-02-30 12:10_14444445555_0_180",
            "`CallRow.at` at offset 15: the date does not exist in the calendar",
        ),
        (
            "01_1336266667x_2017-12-01 12:10_14444445555_0_180",
            "`CallRow.caller` at offset 3: byte 0x78 ('x') at offset 10 of the element is not in the alphabet `0-9`",
        ),
        (
            "02_13362666677_2017-12-01 12:10_14444445555_0_180",
            "expected bucket 1 from the salt of `CallRow`, found bucket 2 in the label at offset 0",
        ),
        (
            "09_13362666677_2017-12-01 12:10_14444445555_0_180",
            "expected the label of one of 6 buckets at offset 0 of `CallRow`, found \"09\"",
        ),
    ] {
        assert_eq!(CallRow::decode(row.as_bytes()).unwrap_err().to_string(), error);
    }
}

/// No salt writes a negative label. Such rows are read by a struct whose label is a field; where Java's remainder is
/// not negative, the salt gives it.
#[test]
fn the_variant_that_hashes() {
    let refused = Rows::read("a_telecom_hash_variant").check(|row| {
        let (label, caller, at) = (row.text("salt"), row.text("call1"), row.text("build_time"));
        let labelled = LabelledCallRow {
            label: label.into(),
            caller: caller.into(),
            at: at.into(),
            callee: "14444445555".into(),
            side: Side::Callee,
            seconds: 180,
        };
        same(labelled, format!("{label}_{caller}_{at}_14444445555_0_180").as_bytes())?;
        let hashed = HashedCallRow { caller: caller.into(), at: time(at).unwrap() };
        let bucket = row.number::<i32>("java_hash").rem_euclid(6);
        same(hashed, format!("{bucket:02}_{caller}_{at}").as_bytes())?;
        if label.starts_with('-') {
            Err(format!("the label {label} is a field, the salt writes {bucket:02}"))
        } else {
            Ok(())
        }
    });
    refused.are(&[
        "s0h01: the label -03 is a field, the salt writes 03",
        "s0h02: the label -04 is a field, the salt writes 02",
        "s0h05: the label -01 is a field, the salt writes 05",
        "s0h12: the label -05 is a field, the salt writes 01",
    ]);
}

#[test]
fn split_keys() {
    let lists: [(&str, &[&[u8]]); 3] =
        [("2", CallRow2::SPLIT_KEYS), ("6", OldCallRow::SPLIT_KEYS), ("12", CallRow12::SPLIT_KEYS)];
    let refused = Rows::read("a_telecom_splits").check(|row| {
        let (regions, index) = (row.text("regions"), row.number::<usize>("index"));
        let key = row.bytes("split_hex");
        match lists.iter().find(|(of, _)| *of == regions) {
            Some((_, keys)) => {
                assert_eq!(keys[index], key);
                assert_eq!(keys.len(), regions.parse::<usize>().unwrap());
                Ok(())
            }
            // One bucket is no salt, so its table is listed; it has the two regions that were posted.
            None if regions == "1" => {
                assert_eq!(ListedSplits::SPLIT_KEYS, [key.as_slice()]);
                Ok(())
            }
            None if index < 100 => {
                assert_eq!(CallRow100::SPLIT_KEYS[index], key);
                Ok(())
            }
            // The labels of 102 buckets are of two widths, and `100|` sorts before `11|`: the list does not ascend.
            None => Err(format!("{} is beyond labels of two digits", row.text("split_text"))),
        }
    });
    refused.are(&["line 123: 100| is beyond labels of two digits", "line 124: 101| is beyond labels of two digits"]);
    assert_eq!(CallRow::SPLIT_KEYS, &OldCallRow::SPLIT_KEYS[..5]);
    assert_eq!(CallRow::LAYOUT.dead_regions(), []);
    assert_eq!(OldCallRow::LAYOUT.dead_regions(), [(&b"05|"[..], None)]);
    assert!(OldCallRow::LAYOUT.to_string().contains("05|"), "{}", OldCallRow::LAYOUT);
}

/// One bucket, and the table cut after it.
#[derive(RowKey, Debug)]
#[rowkey(prefix = "00_", split(keys("00|"), allow(dead)))]
struct ListedSplits {
    #[rowkey(chars("0-9"))]
    caller: String,
}

/// Design A before and after.
#[test]
fn the_better_table_is_one_edit_away() {
    let at = time("2017-12-01 12:10").unwrap();
    let old =
        CallRow { caller: "13362666677".into(), at, callee: "14444445555".into(), side: Side::Callee, seconds: 180 };
    let millis = at.to_zoned_datetime(jiff::tz::TimeZone::UTC).unwrap().timestamp().as_millisecond();
    let new = Call { caller: 13_362_666_677, at: millis, callee: 14_444_445_555, side: Side::Callee, seconds: 180 };
    assert_eq!(old.encode().unwrap().len(), 49);
    assert_eq!(new.encode().unwrap().len(), 30);
    assert_eq!(Call::decode(&new.encode().unwrap()), Ok(new));
    assert_eq!((Call::SPLIT_KEYS.len(), Call::LAYOUT.dead_regions().len()), (5, 0));
}

rowkey::laws!(CallRow, OldCallRow, LabelledCallRow, OneBucketCallRow, HashedCallRow, Call, ListedSplits);
