//! Items that would say otherwise how a field in ordered code is written, and what is not a field of a row key schema.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(encoding = ordered_code, separator = "#", prefix = "v1")]
struct Reading {
    #[rowkey(terminated)]
    country: String,
    #[rowkey(element(at.div(7), hex(2)))]
    unit: String,
    #[rowkey(bytes(6), desc)]
    device: i64,
    #[reverse_ts]
    at: i64,
    #[rowkey(repeated)]
    tags: Vec<u8>,
    #[rowkey(hashed, unordered)]
    digest: Vec<u8>,
    #[rowkey(with = Other)]
    other: u8,
    #[rowkey(skip)]
    note: String,
}

#[derive(RowKey)]
#[rowkey(encoding = ordered_code, table(ByAt(at, id; prefix = "at", salt(buckets = 4, of(id)))))]
struct Salted {
    #[salt(buckets = 8)]
    id: String,
    at: i64,
}

fn main() {}
