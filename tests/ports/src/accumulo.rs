//! Apache Accumulo 2.1.3: lexicoders, alone and in pairs.
//!
//! A number is its number of bytes, then the bytes without leading `00`. Numbers with a high first bit count on, without
//! leading `FF`. `PairLexicoder` escapes each part (`00` is `01 01`, `01` is `01 02`) and writes `00` between both.
//! `ReverseLexicoder` writes the complement of an escaped part, then `FF`. A pair in a pair is escaped twice, and a list
//! has any number of parts: neither is here.

use crate::shared::{codec, rows, same};
use rowkey::RowKey;
use rowkey::language::{ByteSet, Language};

const VECTORS: &str = include_str!("../vectors/accumulo.tsv");

/// `ByteUtils.escape`. No `00` is left.
fn escape(bytes: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::new();
    for byte in bytes {
        match byte {
            0 | 1 => escaped.extend([1, byte + 1]),
            _ => escaped.push(*byte),
        }
    }
    escaped
}

fn unescape(escaped: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = escaped.iter();
    while let Some(byte) = rest.next() {
        bytes.push(if *byte == 1 { rest.next()?.checked_sub(1)? } else { *byte });
    }
    Some(bytes)
}

/// The number of bytes, then the bytes without leading `00` or `FF`.
fn shorten(number: &[u8]) -> Vec<u8> {
    let width = number.len();
    if number[0] < 0x80 {
        let cut = number.iter().take_while(|byte| **byte == 0).count();
        [&[(width - cut) as u8], &number[cut..]].concat()
    } else {
        let cut = number.iter().take_while(|byte| **byte == 0xFF).count();
        [&[(width + cut) as u8], &number[cut..]].concat()
    }
}

fn lengthen<const N: usize>(element: &[u8]) -> Option<[u8; N]> {
    let (first, digits) = element.split_first()?;
    let mut number = if usize::from(*first) > N { [0xFF; N] } else { [0; N] };
    number.get_mut(N.checked_sub(digits.len())?..)?.copy_from_slice(digits);
    Some(number)
}

/// Finds the end of a number of up to `N` bytes.
fn end_of<const N: usize>(rest: &[u8]) -> Option<usize> {
    let first = usize::from(*rest.first()?);
    if first <= N { Some(1 + first) } else { (2 * N + 1).checked_sub(first) }
}

const NO_NUL: Language = Language::open(ByteSet::ALL.minus(ByteSet::range(0, 0)));

codec!(
    /// A text in a pair.
    Text: String,
    NO_NUL,
    |value: &String| escape(value.as_bytes()),
    |element: &[u8]| String::from_utf8(unescape(element)?).ok(),
);

codec!(
    /// `ULongLexicoder`.
    ULong: u64,
    Language::delimited(ByteSet::ALL, 1, end_of::<8>),
    |value: &u64| shorten(&value.to_be_bytes()),
    |element: &[u8]| lengthen(element).map(u64::from_be_bytes),
);

fn write_long(value: &i64) -> Vec<u8> {
    shorten(&(*value ^ i64::MIN).to_be_bytes())
}

fn read_long(element: &[u8]) -> Option<i64> {
    lengthen(element).map(|number| i64::from_be_bytes(number) ^ i64::MIN)
}

codec!(
    /// `LongLexicoder`.
    Long: i64,
    Language::delimited(ByteSet::ALL, 1, end_of::<8>),
    write_long,
    read_long,
);

codec!(
    /// `IntegerLexicoder`.
    Int: i32,
    Language::delimited(ByteSet::ALL, 1, end_of::<4>),
    |value: &i32| shorten(&(*value ^ i32::MIN).to_be_bytes()),
    |element: &[u8]| lengthen(element).map(|number| i32::from_be_bytes(number) ^ i32::MIN),
);

codec!(
    /// `LongLexicoder` in a pair.
    LongInPair: i64,
    NO_NUL,
    |value: &i64| escape(&write_long(value)),
    |element: &[u8]| read_long(&unescape(element)?),
);

codec!(
    /// `ReverseLexicoder<Long>` in a pair, so it is escaped, complemented, and escaped again.
    NewestInPair: i64,
    NO_NUL.descending(),
    |value: &i64| {
        let complement: Vec<u8> = escape(&write_long(value)).iter().map(|byte| !byte).collect();
        escape(&[&complement[..], &[0xFF]].concat())
    },
    |element: &[u8]| {
        let complement: Vec<u8> = unescape(element)?.iter().map(|byte| !byte).collect();
        read_long(&unescape(complement.strip_suffix(&[0])?)?)
    },
);

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = b"\0")]
struct TextAndLong {
    #[rowkey(with = Text)]
    text: String,
    #[rowkey(with = LongInPair)]
    number: i64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = b"\0")]
struct Texts {
    #[rowkey(with = Text)]
    first: String,
    #[rowkey(with = Text)]
    second: String,
}

/// Texts without `00` and `01` need no codec.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = b"\0")]
struct PlainTexts {
    #[rowkey(chars("^\0\x01"))]
    first: String,
    #[rowkey(chars("^\0\x01"))]
    second: String,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = b"\0")]
struct NewestFirst {
    #[rowkey(with = Text)]
    text: String,
    #[rowkey(with = NewestInPair)]
    number: i64,
}

/// `ReverseLexicoder<String>`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(suffix = b"\xFF")]
struct Reversed {
    #[rowkey(with = Text, desc)]
    text: String,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct OneLong(#[rowkey(with = Long)] i64);

#[derive(RowKey, Clone, Debug, PartialEq)]
struct OneULong(#[rowkey(with = ULong)] u64);

#[derive(RowKey, Clone, Debug, PartialEq)]
struct OneInt(#[rowkey(with = Int)] i32);

/// `UUIDLexicoder`: Java compares the halves of a UUID as signed numbers.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct Uuid(i64, i64);

#[test]
fn pairs() {
    for row in rows(VECTORS, "pair") {
        same(&TextAndLong { text: row.text(0), number: row.number(1) }, &row.key);
    }
    for row in rows(VECTORS, "pair2") {
        let (first, second) = (row.text(0), row.text(1));
        let has_escapes = [&first, &second].iter().any(|text| text.contains(['\0', '\x01']));
        if !has_escapes {
            same(&PlainTexts { first: first.clone(), second: second.clone() }, &row.key);
        }
        same(&Texts { first, second }, &row.key);
    }
    for row in rows(VECTORS, "rev") {
        same(&NewestFirst { text: row.text(0), number: row.number(1) }, &row.key);
    }
}

#[test]
fn single_values() {
    for row in rows(VECTORS, "long") {
        same(&OneLong(row.number(0)), &row.key);
    }
    for row in rows(VECTORS, "ulong") {
        same(&OneULong(row.number(0)), &row.key);
    }
    for row in rows(VECTORS, "int") {
        same(&OneInt(row.number(0)), &row.key);
    }
    for row in rows(VECTORS, "revtext") {
        same(&Reversed { text: row.text(0) }, &row.key);
    }
    for row in rows(VECTORS, "uuid") {
        let half = |at: usize| i64::from_be_bytes(row.bytes(0)[at..at + 8].try_into().unwrap());
        same(&Uuid(half(0), half(8)), &row.key);
    }
}

#[test]
fn pairs_sort_and_a_range_of_numbers_is_one_range() {
    let pairs: Vec<(Vec<u8>, TextAndLong)> = rows(VECTORS, "pair")
        .into_iter()
        .map(|row| (row.key.clone(), TextAndLong::decode(&row.key).unwrap()))
        .collect();
    for (key, one) in &pairs {
        let plan = TextAndLong::scan().text(&one.text).number(one.number..).plan().unwrap();
        let range = plan.only_range().unwrap();
        for (other_key, other) in &pairs {
            assert_eq!(key.cmp(other_key), (&one.text, one.number).cmp(&(&other.text, other.number)));
            assert_eq!(range.contains(other_key), other.text == one.text && other.number >= one.number);
        }
    }
}

// Without `NewestFirst`: random bytes are hardly ever such a number.
rowkey::laws!(TextAndLong, Texts, PlainTexts, Reversed, OneLong, OneULong, OneInt, Uuid);
