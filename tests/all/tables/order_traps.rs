//! Pairs of values whose bytes compare otherwise than the values do, and what becomes of each trap: the layout must
//! opt out (`allow(unordered)`), or it cannot be declared, and the design that replaces it sorts.

use super::rows::{Row, Rows};
use jiff::civil::DateTime;
use rowkey::{OwnedKey, RowKey};
use std::fmt::Debug;

/// Text between separators, as old tables have it: it sorts by luck.
#[derive(RowKey, Debug, PartialEq)]
struct Text {
    text: String,
}

/// A separator above the alphabet: only with the opt-out.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(separator = "_")]
struct BeforeSeparator {
    #[rowkey(chars("^_"), allow(unordered))]
    text: String,
    rest: String,
}

/// Bytes below the pad byte: only with the opt-out.
#[derive(RowKey, Debug, PartialEq)]
struct Padded {
    #[rowkey(pad(20, with = b'x'), allow(unordered))]
    text: String,
}

/// `Bytes.toBytes(long)`: `raw` is the opt-out.
#[derive(RowKey, Debug, PartialEq)]
struct Raw {
    #[rowkey(raw)]
    number: i64,
}

#[derive(RowKey, Debug, PartialEq)]
struct Decimal {
    #[rowkey(decimal)]
    number: i64,
}

/// What sorts.
#[derive(RowKey, Debug, PartialEq)]
struct Minute {
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    at: DateTime,
}

#[derive(RowKey, Debug, PartialEq)]
struct PaddedWithNul {
    #[pad(20)]
    text: String,
}

#[derive(RowKey, Debug, PartialEq)]
struct Ended {
    #[rowkey(terminated)]
    text: String,
}

#[derive(RowKey, Debug, PartialEq)]
struct Number {
    number: i64,
}

#[derive(RowKey, Debug, PartialEq)]
struct Newest {
    #[reverse_ts]
    at: i64,
}

#[derive(RowKey, Debug, PartialEq)]
struct Upper {
    #[rowkey(hex(8, upper))]
    number: u32,
}

fn key<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(value: K) -> Vec<u8> {
    let key = value.encode().unwrap().into();
    assert_eq!(K::decode(&key), Ok(value));
    key
}

/// The bytes of a pair, as `layout` writes them.
fn pair<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(row: &Row, layout: impl Fn(&str) -> K) -> [Vec<u8>; 2] {
    ["logically_smaller", "logically_greater"].map(|column| key(layout(row.text(column))))
}

#[derive(RowKey, Debug, PartialEq)]
struct NewestDecimal {
    #[reverse_ts]
    #[rowkey(decimal)]
    at: u64,
}

#[derive(RowKey, Debug, PartialEq)]
struct NewestDigits {
    #[reverse_ts]
    #[rowkey(digits(19))]
    at: u64,
}

fn number(text: &str) -> i64 {
    text.parse().unwrap()
}

fn minute(text: &str) -> Minute {
    let at = DateTime::strptime("%Y-%m-%d %H:%M", text).or_else(|_| DateTime::strptime("%Y-%m-%d", text));
    Minute { at: at.unwrap() }
}

/// How the pair is written by the layout that holds such rows, and by the one that should; and the opt-out of the former.
fn layouts(row: &Row) -> ([Vec<u8>; 2], [Vec<u8>; 2], &'static str) {
    let text = |text: &str| Text { text: text.into() };
    let ended = |text: &str| Ended { text: text.trim_end_matches('_').into() };
    match row.text("trap") {
        "unpadded day" | "unpadded month" => {
            (pair(row, text), pair(row, minute), "text is no date: `time(\"..\")` pads")
        }
        "duration text" | "bucket text width" | "random text width" => (
            pair(row, |text| Decimal { number: number(text) }),
            pair(row, |text| Number { number: number(text) }),
            "`decimal` has no range",
        ),
        "signed long" => (
            pair(row, |text| Raw { number: number(text) }),
            pair(row, |text| Number { number: number(text) }),
            "`raw` has no range",
        ),
        "MAX-ts reversed, newer first" | "MAX-ts of a negative ts" => {
            let newest = pair(row, |text| Newest { at: number(text) });
            (newest.clone(), newest, "")
        }
        // The pair is of what is written.
        "MAX-ts text width" => {
            let at = |text: &str| i64::MAX as u64 - text.parse::<u64>().unwrap();
            (
                pair(row, |text| NewestDecimal { at: at(text) }),
                pair(row, |text| NewestDigits { at: at(text) }),
                "`decimal` has no range",
            )
        }
        "rpad x, longer digit" | "rpad x, letter" => {
            let unpadded = |text: &str| text.trim_end_matches('x').to_owned();
            (
                pair(row, |text| Padded { text: unpadded(text) }),
                pair(row, |text| PaddedWithNul { text: unpadded(text) }),
                "a pad byte above the alphabet needs `allow(unordered)`",
            )
        }
        "delimiter above digits" | "delimiter above upper case" => (
            pair(row, |text| BeforeSeparator { text: text.trim_end_matches('_').into(), rest: String::new() }),
            pair(row, ended),
            "a separator above the alphabet needs `allow(unordered)`",
        ),
        "upper case hex" | "mixed case hex" => {
            let upper = |text: &str| Upper { number: u32::from_str_radix(text, 16).unwrap() };
            (pair(row, text), pair(row, upper), "`hex` writes one case, and reads no other")
        }
        "bucket text wider than 2" => {
            let three = |text: &str| Text { text: format!("{text:0>4}") };
            (pair(row, text), pair(row, three), "labels have one width, wide enough for all buckets")
        }
        "bar versus tilde" | "bar versus multibyte" => {
            let below = |text: &str| Text { text: text.replace(['~', '淘'], "_") };
            (
                pair(row, text),
                pair(row, below),
                "`split(after = \"|\")` is refused where such a byte can follow the label",
            )
        }
        "prefix value" => (pair(row, text), pair(row, ended), ""),
        "bar above digits" | "shorter row" => (pair(row, text), pair(row, text), ""),
        // Rows and split keys: of fixed width, the hash decides alone.
        "7 digits versus 8 digit split" => {
            let hash = |text: &str| Text { text: text[..7].into() };
            (pair(row, text), pair(row, hash), "a row may lie on either side of a longer split key")
        }
        other => panic!("{other}"),
    }
}

#[test]
fn traps() {
    let refused = Rows::read("order_traps").check(|row| {
        let (written, [better_smaller, better_greater], opt_out) = layouts(row);
        assert_eq!(written, [row.bytes("hex_smaller"), row.bytes("hex_greater")]);
        assert!(better_smaller <= better_greater, "{}", row.text("id"));
        match (written[0] < written[1], row.text("byte_order")) {
            (true, "<") => Ok(()),
            (false, ">") => Err(opt_out),
            other => panic!("{other:?}"),
        }
    });
    let days = "text is no date: `time(\"..\")` pads";
    let decimal = "`decimal` has no range";
    let bar = "`split(after = \"|\")` is refused where such a byte can follow the label";
    let (pad, separator) = (
        "a pad byte above the alphabet needs `allow(unordered)`",
        "a separator above the alphabet needs `allow(unordered)`",
    );
    let expected = [
        ("ot01", days),
        ("ot03", days),
        ("ot04", decimal),
        ("ot05", "labels have one width, wide enough for all buckets"),
        ("ot07", bar),
        ("ot08", bar),
        ("ot10", pad),
        ("ot11", pad),
        ("ot12", separator),
        ("ot13", separator),
        ("ot14", decimal),
        ("ot15", decimal),
        ("ot16", "`raw` has no range"),
        ("ot20", decimal),
        ("ot22", "`hex` writes one case, and reads no other"),
        ("ot24", "a row may lie on either side of a longer split key"),
    ];
    refused.are(&expected.map(|(id, why)| format!("{id}: {why}")).each_ref().map(String::as_str));
}

/// Equality is of the whole element: a scan for `host1` finds no `host12`, wherever the one sorts.
#[test]
fn a_value_that_begins_another() {
    let plan = Ended::scan().text("host1").plan().unwrap();
    let found = |text: &str| plan.ranges().any(|range| range.contains(&key(Ended { text: text.into() })));
    assert!(found("host1") && !found("host12"));
    let plan = BeforeSeparator::scan().text("host1").plan().unwrap();
    let found = |text: &str| {
        plan.ranges().any(|range| range.contains(&key(BeforeSeparator { text: text.into(), rest: "r".into() })))
    };
    assert!(found("host1") && !found("host12"));
}

rowkey::laws!(
    Text,
    BeforeSeparator,
    Padded,
    Raw,
    Decimal,
    Minute,
    PaddedWithNul,
    Ended,
    Number,
    Newest,
    Upper,
    NewestDecimal,
    NewestDigits,
);
