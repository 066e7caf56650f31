//! index-encoder 3.5.0: index keys of Hyperbee and HyperDB.
//!
//! A text is `00`, the text with `00 02` for each NUL, and `00 01`. A number has 1, 3, 5, or 9 bytes, and sorts. Its first
//! byte tells its width, so it can be anywhere in the key.

use crate::shared::{codec, rows, same, same_range};
use rowkey::RowKey;
use rowkey::language::{ByteSet, Language};

const VECTORS: &str = include_str!("../vectors/index_encoder.tsv");

codec!(
    /// `UINT`: up to `FB`, the byte is the number. `FC`, `FD`, and `FE` come before 2, 4, and 8 bytes.
    Uint: u64,
    Language::delimited(ByteSet::ALL, 1, |rest| wide(*rest.first()?).or(Some(1))),
    write_uint,
    read_uint,
);

/// Returns the width of a number whose first byte only tells the width.
fn wide(first: u8) -> Option<usize> {
    match first {
        0xFC => Some(3),
        0xFD => Some(5),
        0xFE => Some(9),
        _ => None,
    }
}

/// `offset` is added to numbers of one byte.
fn uint(value: u64, offset: u8) -> Vec<u8> {
    let bytes = value.to_be_bytes();
    match value {
        _ if value <= u64::from(0xFB - offset) => vec![bytes[7] + offset],
        0..=0xFFFF => [&[0xFC], &bytes[6..]].concat(),
        0x1_0000..=0xFFFF_FFFF => [&[0xFD], &bytes[4..]].concat(),
        _ => [&[0xFE], &bytes[..]].concat(),
    }
}

fn write_uint(value: &u64) -> Vec<u8> {
    uint(*value, 0)
}

fn read_uint(element: &[u8]) -> Option<u64> {
    let digits = if element.len() == 1 { element } else { &element[1..] };
    Some(digits.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

codec!(
    /// `INT`: 5 bytes are left out for the numbers below zero, which are complements. -8 is `04 F7`.
    Int: i64,
    Language::delimited(ByteSet::ALL, 1, |rest| match *rest.first()? {
        4 => Some(2),
        first @ 0..4 => wide(!first),
        first => wide(first).or(Some(1)),
    }),
    write_int,
    read_int,
);

fn write_int(value: &i64) -> Vec<u8> {
    let magnitude = value.unsigned_abs();
    if *value >= 0 {
        uint(magnitude, 5)
    } else if magnitude <= 0xFF {
        vec![4, !(magnitude as u8)]
    } else {
        // Never one byte: an offset of `FB` leaves that only to zero.
        uint(magnitude, 0xFB).iter().map(|byte| !byte).collect()
    }
}

fn read_int(element: &[u8]) -> Option<i64> {
    let magnitude = |bytes: &[u8]| i64::try_from(read_uint(bytes)?).ok();
    match element {
        [first] => Some(i64::from(*first) - 5),
        [0..=4, digits @ ..] => {
            let digits: Vec<u8> = digits.iter().map(|byte| !byte).collect();
            Some(-digits.iter().fold(0, |value, byte| value << 8 | i64::from(*byte)))
        }
        _ => magnitude(element),
    }
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\0")]
struct TextAndNumber {
    #[rowkey(terminated(escape = b"\0\x02", end = b"\0\x01"))]
    text: String,
    #[rowkey(with = Uint)]
    number: u64,
}

/// A number between a text and bytes. The literal before the bytes is a separator.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\0")]
struct NumberInside {
    #[rowkey(terminated(escape = b"\0\x02", end = b"\0\x01"))]
    text: String,
    #[rowkey(with = Uint, separator = b"\0")]
    number: u64,
    #[rowkey(terminated(escape = b"\0\x02", end = b"\0\x01"))]
    bytes: Vec<u8>,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x03")]
struct Signed {
    #[rowkey(with = Int)]
    number: i64,
    #[rowkey(separator = b"\0")]
    flag: bool,
    #[rowkey(terminated(escape = b"\0\x02", end = b"\0\x01"))]
    text: String,
}

#[test]
fn keys() {
    for row in rows(VECTORS, "iek") {
        same(&TextAndNumber { text: row.text(0), number: row.number(1) }, &row.key);
    }
    for row in rows(VECTORS, "ie") {
        same(&NumberInside { text: row.text(0), number: row.number(1), bytes: row.bytes(2) }, &row.key);
    }
    for row in rows(VECTORS, "iej") {
        same(&Signed { number: row.number(0), flag: row.field(1) == "true", text: row.text(2) }, &row.key);
    }
}

#[test]
fn keys_sort_by_the_fields() {
    let keys: Vec<Vec<u8>> = rows(VECTORS, "ie").into_iter().map(|row| row.key).collect();
    let values = |key: &[u8]| {
        let row = NumberInside::decode(key).unwrap();
        (row.text, row.number, row.bytes)
    };
    for (one, other) in keys.iter().zip(&keys[1..]) {
        assert_eq!(one.cmp(other), values(one).cmp(&values(other)));
    }
}

#[test]
fn ranges_are_theirs() {
    let keys = |kind| rows(VECTORS, kind).into_iter().map(|row| row.key).collect::<Vec<_>>();
    let (pairs, inside) = (keys("iek"), keys("ie"));
    for row in rows(VECTORS, "iekr") {
        let (from, to): (u64, u64) = (row.number(2), row.number(3));
        if from < to {
            let plan = TextAndNumber::scan().text(row.text(1)).number(from..to).plan().unwrap();
            same_range(&plan, |key| *row.key <= *key && *key < *row.bytes(0), &pairs);
        }
    }
    for row in rows(VECTORS, "iekp") {
        let plan = TextAndNumber::scan().text(row.text(1)).plan().unwrap();
        same_range(&plan, |key| *row.key <= *key && *key < *row.bytes(0), &pairs);
    }
    for row in rows(VECTORS, "ier") {
        let plan = NumberInside::scan().text(row.text(1)).plan().unwrap();
        same_range(&plan, |key| *row.key <= *key && *key < *row.bytes(0), &inside);
    }
    for row in rows(VECTORS, "ier2") {
        let from: u64 = row.number(2);
        let plan = NumberInside::scan().text(row.text(1)).number(from..from + 1000).plan().unwrap();
        let range = plan.only_range().unwrap();
        assert_eq!((range.start(), range.stop()), (&row.key[..], Some(&row.bytes(0)[..])));
    }
}

rowkey::laws!(TextAndNumber, NumberInside, Signed);
