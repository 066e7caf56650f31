//! Items that would say otherwise how an element of a tuple is written.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple, separator = "_")]
struct Event {
    #[pad(20)]
    host: String,
    #[rowkey(chars("a-z"), desc)]
    name: String,
    #[rowkey(digits(10), unordered)]
    id: u64,
    #[reverse_ts]
    at: i64,
    #[rowkey(hashed, separator = ":")]
    digest: Vec<u8>,
    #[rowkey(with = Other)]
    other: u8,
    #[rowkey(skip)]
    note: String,
}

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuples)]
struct Misspelled {
    id: u64,
}

#[derive(RowKey)]
struct OnField {
    #[rowkey(encoding = fdb_tuple)]
    id: u64,
}

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple, table(ById(id; separator = "_"), ByAt(at; encoding = fdb_tuple)))]
struct Tables {
    id: u64,
    at: i64,
}

fn main() {}
