//! Nested keys, groups, computed elements, FoundationDB tuples and ordered code.

use super::rows;
use md5::{Digest, Md5};
use rowkey::{RowKey, Versionstamp};
use std::cmp::Reverse;
use std::num::NonZeroI16;

/// A nested key that ends with a text.
#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(separator = "-", prefix = "i")]
pub struct Inner {
    x: u8,
    #[rowkey(chars("a-z"))]
    y: String,
}

/// A nested key of fixed width.
#[derive(RowKey, Debug, Clone)]
pub struct Fixed {
    x: bool,
    #[rowkey(desc)]
    y: Option<i8>,
}

impl Fixed {
    fn rank(&self) -> (bool, Reverse<Option<i8>>) {
        (self.x, Reverse(self.y))
    }
}

/// A key with nested keys.
#[derive(RowKey, Debug, Clone)]
#[rowkey(separator = "::", salt(buckets = 2, of(a, c)))]
pub struct Outer {
    #[rowkey(separator = ".")]
    a: Inner,
    #[rowkey(desc)]
    b: Fixed,
    c: Option<Fixed>,
    d: Inner,
}

/// Elements computed from later fields.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xxh3, buckets = 3, of(id)), separator = "\0")]
pub struct Computed {
    #[rowkey(element(at.div(1_000), digits(5), desc))]
    #[rowkey(chars("a-z"))]
    name: String,
    #[rowkey(element(md5(id), hex(2)))]
    flag: bool,
    #[rowkey(len(3))]
    id: String,
    #[rowkey(element(at.floor(7), bytes(4)))]
    level: i8,
    #[rowkey(desc)]
    at: i32,
}

/// Tuples, arrays and a list.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, buckets = 4, of(..)))]
pub struct Lists {
    pair: (i8, (bool, u16)),
    three: (u8, Option<bool>, i8),
    array: [(i8, bool); 2],
    #[rowkey(repeated)]
    tags: Vec<(u8, Option<i8>)>,
}

/// A nested FoundationDB tuple.
#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(encoding = fdb_tuple)]
pub struct Pair {
    a: Option<i16>,
    b: String,
}

/// A FoundationDB tuple.
#[derive(RowKey, Debug, Clone)]
#[rowkey(encoding = fdb_tuple, prefix = "t")]
pub struct Tupled {
    a: Option<Vec<u8>>,
    b: u64,
    c: Pair,
    d: NonZeroI16,
    e: bool,
    #[salt(xxh3, buckets = 3)]
    f: String,
}

/// All types of FoundationDB tuples.
#[derive(RowKey, Debug, Clone)]
#[rowkey(encoding = fdb_tuple)]
pub struct EveryTuple {
    a: i64,
    b: Option<u64>,
    c: Option<String>,
    f: f32,
    g: f64,
    h: uuid::Uuid,
    i: Option<bool>,
    j: Pair,
    v: Versionstamp,
}

/// Ordered code with a last field that cannot be empty.
#[derive(RowKey, Debug, Clone)]
#[rowkey(encoding = ordered_code)]
pub struct Ordered {
    a: Vec<u8>,
    #[rowkey(desc)]
    b: i32,
    c: String,
    d: Vec<u8>,
    e: String,
}

/// Ordered code up to the last field.
#[derive(RowKey, Debug, Clone)]
#[rowkey(encoding = ordered_code)]
pub struct OrderedNumbers {
    #[rowkey(desc)]
    a: Vec<u8>,
    b: i64,
    c: u32,
    d: String,
    #[rowkey(desc)]
    e: u8,
}

rows! {
    Inner by |row| row.clone(),
    Fixed by |row| row.rank(),
    Outer by |row| (&row.a, Reverse(row.b.rank()), row.c.as_ref().map(Fixed::rank), &row.d),
    Computed by |row| (
        (Reverse(row.at.div_euclid(1_000)), &row.name, Md5::digest(row.id.as_bytes())[0], row.flag),
        (&row.id, row.at.div_euclid(7), row.level, Reverse(row.at)),
    ),
    Lists by |row| (row.pair, row.three, row.array, &row.tags),
    Pair by |row| row.clone(),
    Tupled by |row| (&row.a, row.b, &row.c, row.d, row.e, &row.f),
    EveryTuple,
    Ordered by |row| (&row.a, Reverse(row.b), &row.c, &row.d, &row.e),
    OrderedNumbers by |row| (Reverse(&row.a), row.b, row.c, &row.d, Reverse(row.e)),
}
