//! Types that a row key schema does not have in ordered code, and texts that could only borrow from the key.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(encoding = ordered_code)]
struct Reading {
    country: String,
    device: u64,
    parent: Option<i64>,
    share: f64,
}

#[derive(RowKey)]
#[rowkey(encoding = ordered_code)]
struct Borrowed<'k> {
    country: &'k str,
    #[rowkey(desc)]
    bytes: &'k [u8],
}

fn main() {
    let _ = Reading::scan();
}
