//! Apache HBase 2.5.8: rows of several `OrderedBytes` columns, ascending and descending.
//!
//! A byte before each value tells its type: `34` is a text that ends with `00`, `2B` and `2C` integers of four and eight
//! bytes, `31` a double, `37` a blob in groups of 7 bits. A `NUMERIC` is its sign and its number of digits, then the
//! digits to base 100, so it has no other byte before it. In a descending column, all of this is complemented. A null
//! column is `05` alone.

use crate::shared::{Row, codec, rows, same};
use rowkey::RowKey;
use rowkey::language::{ByteSet, Language};

const VECTORS: &str = include_str!("../vectors/ordered_bytes.tsv");

/// The types of all but the first column are at the end of the separator before them.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x34")]
struct Ascending {
    #[rowkey(chars("^\0"), separator = b"\0\x2C")]
    text: String,
    #[rowkey(separator = b"\x31")]
    long: i64,
    #[rowkey(separator = b"\x2B")]
    double: f64,
    int: i32,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\xCB")]
struct Descending {
    #[rowkey(chars("^\0"), desc, separator = b"\xFF\xD3")]
    text: String,
    #[rowkey(desc, separator = b"\xCE")]
    long: i64,
    #[rowkey(desc, separator = b"\xD4")]
    double: f64,
    #[rowkey(desc)]
    int: i32,
}

/// A text column, which can be null.
#[derive(RowKey, Clone, Debug, PartialEq)]
enum Text {
    #[rowkey(tag = 0x05)]
    Null,
    #[rowkey(tag = 0x34, suffix = b"\0")]
    Text {
        #[rowkey(chars("^\0"))]
        text: String,
    },
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Nullable {
    #[rowkey(separator = b"\x2C")]
    text: Text,
    long: i64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct NullableDescending {
    #[rowkey(desc, separator = b"\xD3")]
    text: Text,
    #[rowkey(desc)]
    long: i64,
}

codec!(
    /// `encodeBlobVar`: groups of 7 bits. All but the last have the high bit. `laws!` found that they do not sort.
    Blob: Vec<u8>,
    Language::delimited(ByteSet::ALL, 1, |rest| Some(1 + rest.iter().position(|byte| *byte < 0x80)?)).unordered(),
    |value: &Vec<u8>| write_blob(value),
    read_blob,
);

fn write_blob(value: &[u8]) -> Vec<u8> {
    let bit = |at: usize| value.get(at / 8).is_some_and(|byte| byte << (at % 8) & 0x80 != 0);
    let groups = (value.len() * 8).div_ceil(7).max(1);
    (0..groups)
        .map(|group| {
            let bits = (0..7).fold(0, |bits, at| bits << 1 | u8::from(bit(group * 7 + at)));
            if group + 1 < groups { bits | 0x80 } else { bits }
        })
        .collect()
}

fn read_blob(element: &[u8]) -> Option<Vec<u8>> {
    let bit = |at: usize| element[at / 7] << (at % 7 + 1) & 0x80 != 0;
    let bytes = element.len() * 7 / 8;
    Some((0..bytes).map(|byte| (0..8).fold(0, |bits, at| bits << 1 | u8::from(bit(byte * 8 + at)))).collect())
}

codec!(
    /// `encodeNumeric` of an integer. 0 is `15`. `17` and the number of digits to base 100 come before a positive number,
    /// and its digits without zeros at the end. A digit is twice its value, and 1 more if another follows. A negative
    /// number is the complement, after `13` minus the number of digits. -128 is `11 FC C7`.
    Numeric: i64,
    Language::delimited(ByteSet::ALL, 1, |rest| match *rest.first()? {
        0x15 => Some(1),
        first => {
            let is_last = |byte: &u8| (byte & 1 == 0) == (first > 0x15);
            Some(2 + rest[1..].iter().position(is_last)?)
        }
    }),
    write_numeric,
    read_numeric,
);

fn write_numeric(value: &i64) -> Vec<u8> {
    let mut digits = Vec::new();
    let mut rest = value.unsigned_abs();
    while rest > 0 {
        digits.insert(0, (rest % 100) as u8);
        rest /= 100;
    }
    let width = digits.len() as u8;
    while digits.last() == Some(&0) {
        digits.pop();
    }
    let last = digits.len().saturating_sub(1);
    let digits = digits.iter().enumerate().map(|(at, digit)| digit * 2 + u8::from(at < last));
    match *value {
        0 => vec![0x15],
        1.. => [0x17 + width].into_iter().chain(digits).collect(),
        _ => [0x13 - width].into_iter().chain(digits.map(|digit| !digit)).collect(),
    }
}

fn read_numeric(element: &[u8]) -> Option<i64> {
    let (first, digits) = element.split_first()?;
    let (sign, width) = match first {
        0x15 => return Some(0),
        0x16.. => (1, first.checked_sub(0x17)?),
        _ => (-1, 0x13_u8.checked_sub(*first)?),
    };
    let turn = |digit: u8| if sign < 0 { !digit } else { digit };
    let digit = |at: usize| digits.get(at).map_or(0, |digit| i128::from(turn(*digit) / 2));
    if width > 10 || digits.len() > usize::from(width) {
        return None;
    }
    i64::try_from(sign * (0..usize::from(width)).fold(0, |value, at| value * 100 + digit(at))).ok()
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x37")]
struct BlobAndNumeric {
    #[rowkey(with = Blob, allow(unordered))]
    blob: Vec<u8>,
    #[rowkey(with = Numeric)]
    number: i64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\xC8")]
struct BlobAndNumericDescending {
    #[rowkey(with = Blob, desc, allow(unordered))]
    blob: Vec<u8>,
    #[rowkey(with = Numeric, desc)]
    number: i64,
}

#[test]
fn columns_of_fixed_types() {
    let double = |bits: i64| f64::from_bits(bits as u64);
    for row in rows(VECTORS, "rowA") {
        let (text, long, double, int) = (row.text(0), row.number(1), double(row.number(2)), row.number(3));
        same(&Ascending { text, long, double, int }, &row.key);
    }
    for row in rows(VECTORS, "rowD") {
        let (text, long, double, int) = (row.text(0), row.number(1), double(row.number(2)), row.number(3));
        same(&Descending { text, long, double, int }, &row.key);
    }
}

#[test]
fn a_nullable_column() {
    let text = |row: &Row| if row.field(0) == "-" { Text::Null } else { Text::Text { text: row.text(0) } };
    for row in rows(VECTORS, "nulA") {
        same(&Nullable { text: text(&row), long: row.number(1) }, &row.key);
    }
    for row in rows(VECTORS, "nulD") {
        same(&NullableDescending { text: text(&row), long: row.number(1) }, &row.key);
    }
}

#[test]
fn blobs_and_numerics() {
    for row in rows(VECTORS, "varA") {
        same(&BlobAndNumeric { blob: row.bytes(0), number: row.number(1) }, &row.key);
    }
    for row in rows(VECTORS, "varD") {
        same(&BlobAndNumericDescending { blob: row.bytes(0), number: row.number(1) }, &row.key);
    }
}

/// `C4 D5` is below `C5`, but its first group has the high bit where the shorter blob ends.
#[test]
fn their_blobs_do_not_sort() {
    let blobs = rows(VECTORS, "varA").into_iter().map(|row| (row.bytes(0), row.key)).collect::<Vec<_>>();
    let key = |blob: &[u8]| &blobs.iter().find(|(bytes, _)| bytes == blob).unwrap().1;
    assert!(key(&[0xC4, 0xD5]) > key(&[0xC5]));
}

#[test]
fn a_range_of_a_second_column_is_one_range() {
    let stored: Vec<(Vec<u8>, Ascending)> =
        rows(VECTORS, "rowA").into_iter().map(|row| (row.key.clone(), Ascending::decode(&row.key).unwrap())).collect();
    for (_, first) in &stored {
        let plan = Ascending::scan().text(&first.text).long(first.long..).plan().unwrap();
        for (key, row) in &stored {
            let is_match = row.text == first.text && row.long >= first.long;
            assert_eq!(plan.only_range().unwrap().contains(key), is_match);
        }
    }
}

rowkey::laws!(Ascending, Descending, Text, Nullable, NullableDescending, BlobAndNumeric, BlobAndNumericDescending);
