//! CockroachDB (`pkg/util/encoding`): `/Table/106/1/-8/"ab"/0`, a row of a table with two columns as its primary key.
//!
//! The first byte of an integer tells its sign and its number of bytes, or is the number itself, from 0 to 109. A text is
//! `12`, its bytes with `00 FF` for each NUL, and `00 01`. The table, the index, and the column family are integers. The
//! vectors are values of the project's own tests.

use crate::shared::{codec, hex, same};
use rowkey::language::{ByteSet, Language};
use rowkey::{RowKey, starts_with};

codec!(
    /// `EncodeVarintAscending`.
    Varint: i64,
    Language::delimited(ByteSet::ALL, 1, |rest| match *rest.first()? {
        first @ 0x80..=0x87 => Some(1 + usize::from(0x88 - first)),
        0x88..=0xF5 => Some(1),
        first @ 0xF6..=0xFD => Some(1 + usize::from(first - 0xF5)),
        _ => None,
    }),
    write_varint,
    read_varint,
);

fn write_varint(value: &i64) -> Vec<u8> {
    let width = 8 - value.unsigned_abs().leading_zeros() as usize / 8;
    let digits = &value.to_be_bytes()[8 - width..];
    match value {
        0..=109 => vec![0x88 + *value as u8],
        110.. => [&[0xF5 + width as u8], digits].concat(),
        _ => [&[0x88 - width as u8], digits].concat(),
    }
}

fn read_varint(element: &[u8]) -> Option<i64> {
    let (first, digits) = element.split_first()?;
    let fold = |start: i64| digits.iter().fold(start, |value, byte| value << 8 | i64::from(*byte));
    Some(match first {
        0x88..=0xF5 => i64::from(first - 0x88),
        0xF6.. => fold(0),
        _ => fold(-1),
    })
}

/// The type of the text is the separator before it.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\xF2\x89")]
struct TableRow {
    #[rowkey(with = Varint, separator = b"\x12")]
    id: i64,
    #[rowkey(terminated)]
    name: String,
    #[rowkey(with = Varint)]
    family: i64,
}

/// `/Table/106/1/"ab"/0`, where the family is always 0.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\xF2\x89\x12", suffix = b"\x88")]
struct OneFamily {
    #[rowkey(terminated)]
    name: Vec<u8>,
}

/// `TestEncodeDecodeVarint`.
#[test]
fn integers() {
    for (id, theirs) in [
        (i64::MIN, "80 8000000000000000"),
        (i64::MIN + 1, "80 8000000000000001"),
        (-1 << 8, "86 FF00"),
        (-1, "87 FF"),
        (0, "88"),
        (1, "89"),
        (109, "F5"),
        (112, "F6 70"),
        (1 << 8, "F7 0100"),
        (i64::MAX, "FD 7FFFFFFFFFFFFFFF"),
    ] {
        let row = TableRow { id, name: "ab".into(), family: 0 };
        same(&row, &hex(&format!("F289 {theirs} 12 6162 0001 88")));
    }
}

/// `TestEncodeDecodeBytes`.
#[test]
fn texts() {
    for (name, theirs) in [
        (&b"\0\x01a"[..], "12 00FF 01 61 0001"),
        (b"\0\xFFa", "12 00FF FF 61 0001"),
        (b"b\0\0a", "12 62 00FF 00FF 61 0001"),
        (b"b\xFF", "12 62 FF 0001"),
        (b"hello", "12 68656C6C6F 0001"),
    ] {
        same(&OneFamily { name: name.into() }, &hex(&format!("F289 {theirs} 88")));
    }
}

#[test]
fn ranges_are_one_range() {
    let plan = TableRow::scan().id(-300..300).plan().unwrap();
    let range = plan.only_range().unwrap();
    assert_eq!((range.start(), range.stop()), (&hex("F289 86 FED4")[..], Some(&hex("F289 F7 012C")[..])));
    let plan = TableRow::scan().id(5).name(starts_with("ab")).plan().unwrap();
    assert_eq!(plan.only_range().unwrap().start(), hex("F289 8D 12 6162"));
}

rowkey::laws!(TableRow, OneFamily);
