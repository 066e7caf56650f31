//! Salts: every algorithm and label form, with every form of input.

use super::rows;
use rowkey::RowKey;
use std::cmp::Reverse;

/// A text and a time: the usual salted key.
#[derive(RowKey, Debug, Clone)]
pub struct Call {
    #[salt(xor, buckets = 3)]
    #[pad(4)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

/// A label of hex digits after a prefix, with separators of two bytes.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, buckets = 5, of(..), hex(4)), separator = "!!", prefix = "cdr:")]
pub struct Log {
    #[rowkey(chars("a-z"))]
    name: String,
    level: i16,
    record: String,
}

/// A salt with older versions. Their labels can still be read.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(buckets = 6, of(name, number.div(7)), digits(2), was(xor(9), java_hash(40), 4)), separator = "_", prefix = "g")]
pub struct Grown {
    #[rowkey(chars("a-z"))]
    name: String,
    number: i16,
}

/// A salt with views of three inputs. One input must be a number as text.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, buckets = 6, of(name, number.div(7), id.without("-").int)))]
pub struct Hashed {
    #[pad(2)]
    name: String,
    number: u64,
    #[rowkey(len(2))]
    id: String,
}

/// The bucket as digits: modulo of a signed number that is encoded in descending order.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(modulo, buckets = 12, of(shard), digits(2)), separator = "_")]
pub struct Digits {
    #[rowkey(desc)]
    shard: i32,
    flag: bool,
    letter: char,
    #[rowkey(desc)]
    octets: [u8; 2],
}

/// Characters of a text with an end mark, and a label of two bytes.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(buckets = 6, of(id.without("-").first(2), at.div(60)), u16))]
pub struct Views {
    #[rowkey(terminated)]
    id: String,
    at: i64,
}

/// Java's hash of a number and of the end of a text.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(java_hash, buckets = 3, of(at, id.without("-").last(2)), digits(2)), separator = "_")]
pub struct JavaHashed {
    #[rowkey(terminated)]
    id: String,
    at: i64,
}

/// A Java number from a part of a text, without the common prefix of phone numbers.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xor, buckets = 9, of(id.from(1).java_int)))]
pub struct JavaNumber {
    #[rowkey(terminated)]
    id: String,
}

/// Phoenix's salt byte.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(phoenix, buckets = 3, of(..)))]
pub struct Phoenix {
    at: i64,
    id: String,
}

/// The first digits of a digest as the label, without a number of buckets.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, of(b, a), hex(9)))]
pub struct Digested {
    #[rowkey(terminated)]
    a: String,
    b: bool,
}

/// All digits of a digest. They exceed a number of 128 bits.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(md5, of(a), hex(32)), separator = "_", prefix = "d")]
pub struct WholeDigest {
    #[rowkey(chars("a-b"))]
    a: String,
    #[rowkey(desc)]
    b: u8,
}

/// More buckets than a plan has ranges, and a different number of buckets in the older version.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(buckets = 5_000, was(xor(70_000)), of(n, name), u32))]
pub struct Moved {
    n: u16,
    #[rowkey(chars("a-b"))]
    name: String,
}

fn sum(bytes: &[u8], buckets: u32) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>() % (buckets + 1)
}

/// A user-defined salt. It can return a bucket that the table does not have.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(with = sum, buckets = 4, of(name, number.div(10)), i64), prefix = b"\xFF")]
pub struct Own {
    #[rowkey(len(2), desc)]
    name: Vec<u8>,
    number: u16,
}

/// A text parsed from the end of the key, after a label of two bytes.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xxh3, buckets = 300, of(..)), separator = "_")]
pub struct Back {
    #[rowkey(allow(unordered), chars("^\0"))]
    a: String,
    b: u8,
    #[rowkey(pad(3, with = b'0', left), allow(unordered))]
    c: String,
}

rows! {
    Call by |row| (&row.phone, Reverse(row.at)),
    Log by |row| (&row.name, row.level, &row.record),
    Grown by |row| (&row.name, row.number),
    Hashed by |row| (&row.name, row.number, &row.id),
    Digits by |row| (Reverse(row.shard), row.flag, row.letter, Reverse(row.octets)),
    Views by |row| (&row.id, row.at),
    JavaHashed by |row| (&row.id, row.at),
    JavaNumber by |row| &row.id,
    Phoenix by |row| (row.at, &row.id),
    Digested by |row| (&row.a, row.b),
    WholeDigest by |row| (&row.a, Reverse(row.b)),
    Moved by |row| (row.n, &row.name),
    Own by |row| (Reverse(&row.name), row.number),
    Back,
}
