//! What cannot be in a key is said once: nothing is said of its regions and of its salt.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 10))]
struct Key {
    at: jiff::civil::DateTime,
}

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(at.year_month)))]
struct Salted {
    at: jiff::civil::DateTime,
}

fn main() {}
