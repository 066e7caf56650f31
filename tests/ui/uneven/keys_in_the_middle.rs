//! Listed keys that are close to one another leave the rest of the labels to one region.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys(b"\x60", b"\x61", b"\x62", b"\x63", b"\x64", b"\x65", b"\x66", b"\x67", b"\x68")))]
struct Reading {
    #[salt(buckets = 256)]
    sensor: u64,
}

fn main() {
    let _ = Reading::LAYOUT;
}
