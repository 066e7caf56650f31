//! Keys in ordered code inside keys, and keys inside of them.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(encoding = ordered_code)]
struct Inner {
    name: String,
}

#[derive(RowKey)]
struct Plain {
    inner: Inner,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple)]
struct Tuple {
    inner: Inner,
}

#[derive(RowKey)]
#[rowkey(encoding = ordered_code)]
struct Outer {
    inner: Inner,
    id: i64,
}

fn main() {}
