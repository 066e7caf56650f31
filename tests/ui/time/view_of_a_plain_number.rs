use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(at.year_month)))]
struct Key {
    at: u64,
}

fn main() {}
