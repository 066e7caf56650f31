use rowkey::RowKey;

const BUCKETS: i64 = -6;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = BUCKETS)]
    phone: u64,
}

fn main() {}
