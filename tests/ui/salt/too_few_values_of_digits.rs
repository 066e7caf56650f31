use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 100)]
    #[rowkey(digits(2), unordered)]
    shard: u32,
    at: i64,
}

fn main() {}
