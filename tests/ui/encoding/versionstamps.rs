//! A second versionstamp, which FoundationDB would never write.

use rowkey::{RowKey, Versionstamp};

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple)]
struct Stamp {
    at: Versionstamp,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple)]
struct Event {
    at: Versionstamp,
    name: String,
    stamp: Stamp,
    last: Versionstamp,
}

/// Not without the encoding.
#[derive(RowKey)]
struct Plain {
    at: Versionstamp,
}

fn main() {}
