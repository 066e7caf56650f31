//! Texts: padded, with end marks, up to a separator, reversed, and parsed from the end of the key. Also codes.

use super::rows;
use rowkey::{KeyCode, RowKey};
use std::cmp::Reverse;
use std::net::{Ipv4Addr, Ipv6Addr};
use ulid::Ulid;
use uuid::Uuid;

/// End marks in text and bytes, ascending and descending.
#[derive(RowKey, Debug, Clone)]
pub struct Escaped {
    #[rowkey(terminated)]
    a: Vec<u8>,
    #[rowkey(desc, terminated)]
    b: String,
    #[rowkey(terminated, chars("a-c"))]
    c: String,
    d: Vec<u8>,
}

/// Descending texts.
#[derive(RowKey, Debug, Clone)]
#[rowkey(separator = b"\xFF")]
pub struct Turned {
    #[rowkey(desc, chars("^\0"))]
    a: String,
    #[rowkey(desc, pad(3, with = b' '), chars("!-~"))]
    b: String,
    #[rowkey(desc, pad(2))]
    c: Vec<u8>,
    #[reverse_ts]
    d: u64,
}

/// Reversed texts.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(buckets = 5, of(a, c)))]
pub struct BackToFront {
    #[rowkey(pad(4, with = b'0'), reverse_text)]
    a: String,
    #[rowkey(terminated, reverse_text, desc)]
    b: Vec<u8>,
    #[rowkey(reverse_text)]
    c: String,
    d: u8,
}

/// Texts padded by characters instead of bytes.
#[derive(RowKey, Debug, Clone)]
pub struct Units {
    #[rowkey(pad(3, with = b'x', chars), allow(unordered))]
    a: String,
    #[rowkey(pad(2, chars), desc, allow(unordered))]
    b: String,
    c: u8,
}

/// One text up to the end of the key.
#[derive(RowKey, Debug, Clone)]
pub struct Open(#[rowkey(skip)] (), String);

/// Codes of different widths.
#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shop {
    #[code(b"\x00\x00")]
    Zero,
    #[code("tb")]
    Taobao,
    #[code(b"\xFF")]
    Last,
}

/// Codes, addresses and ids.
#[derive(RowKey, Debug, Clone)]
pub struct Coded {
    a: Shop,
    #[rowkey(desc)]
    b: Shop,
    c: Ipv4Addr,
    d: Ipv6Addr,
    id: Uuid,
    ulid: Ulid,
    e: Shop,
}

/// Codes that sort like the variants.
#[derive(RowKey, Debug, Clone)]
pub struct CodedInOrder {
    #[rowkey(separator = "|")]
    a: Shop,
    b: Shop,
}

/// Elements that show their own end.
#[derive(RowKey, Debug, Clone)]
pub struct Shown {
    #[rowkey(terminated)]
    a: Option<Vec<u8>>,
    #[rowkey(terminated(escape = b"\x01\x02", end = b"\x01\0"), chars("^\0"))]
    b: String,
    c: Option<Shop>,
}

/// Texts after their length.
#[derive(RowKey, Debug, Clone)]
pub struct Counted {
    #[rowkey(length_prefixed(u8))]
    a: String,
    #[rowkey(length_prefixed(u16, le), desc)]
    b: Vec<u8>,
    #[rowkey(length_prefixed(varint))]
    c: Option<Vec<u8>>,
}

/// One of each narrow element.
#[derive(RowKey, Debug, Clone)]
pub struct Small {
    #[rowkey(terminated)]
    a: Vec<u8>,
    b: Option<bool>,
    c: Shop,
    #[rowkey(pad(1, left, with = 1), allow(unordered))]
    d: Vec<u8>,
}

rows! {
    Escaped by |row| (&row.a, Reverse(&row.b), &row.c, &row.d),
    Turned by |row| (Reverse(&row.a), Reverse(&row.b), Reverse(&row.c), Reverse(row.d)),
    BackToFront,
    Units,
    Open by |row| &row.1,
    Coded by |row| (row.a, Reverse(row.b), row.c, row.d, row.id, row.ulid, row.e),
    Shown by |row| (&row.a, &row.b, &row.c),
    Counted,
    CodedInOrder by |row| (row.a, row.b),
    Small,
}
