use rowkey::RowKey;

const BUCKETS: usize = 6;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = BUCKETS / 6)]
    phone: u64,
    at: i64,
}

fn main() {}
