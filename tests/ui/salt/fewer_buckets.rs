//! The number that is said to be reached is.

use rowkey::RowKey;

#[derive(RowKey)]
struct Hashed {
    #[salt(buckets = 200)]
    kind: u8,
}

#[derive(RowKey)]
struct Joined {
    #[salt(java_hash, buckets = 200)]
    kind: u8,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(salt(modulo, buckets = 300, of(kind)))]
struct Counted {
    id: u64,
    kind: u8,
}

fn main() {}
