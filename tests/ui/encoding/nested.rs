//! Keys inside keys of another encoding.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple)]
struct Inner {
    name: String,
}

/// Nothing would end the text where a byte FF follows.
#[derive(RowKey)]
struct Plain {
    inner: Inner,
    id: u64,
}

#[derive(RowKey)]
struct Pair {
    a: u8,
    b: u8,
}

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple, prefix = "p")]
struct Prefixed {
    a: u8,
}

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple)]
struct Tuple {
    pair: Pair,
    prefixed: Prefixed,
    optional: Option<Inner>,
}

fn main() {}
