//! `hashed` where it says nothing about regions.

use rowkey::RowKey;

#[derive(RowKey)]
struct Second {
    seller: u64,
    #[rowkey(hashed)]
    id: u64,
}

#[derive(RowKey)]
struct Salted {
    #[salt(buckets = 16)]
    #[rowkey(hashed)]
    id: u64,
}

#[derive(RowKey)]
struct Open {
    #[rowkey(hashed)]
    id: String,
}

fn main() {
    let _ = (Second::LAYOUT, Salted::LAYOUT, Open::LAYOUT);
}
