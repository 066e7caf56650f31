//! A label that is the digest needs a digest, and no more digits than it has.

use rowkey::RowKey;

#[derive(RowKey)]
struct TooWide {
    #[salt(md5, hex(33))]
    id: String,
}

#[derive(RowKey)]
struct OfHalf {
    #[salt(xxh3, bytes(16))]
    id: String,
}

#[derive(RowKey)]
struct OfNumbers {
    #[salt(modulo, hex(8))]
    id: u64,
}

#[derive(RowKey)]
struct Counted {
    #[salt(md5, buckets = 16, bytes(16))]
    id: String,
}

fn main() {
    let _ = (TooWide::LAYOUT, OfHalf::LAYOUT, OfNumbers::LAYOUT, Counted::LAYOUT);
}
