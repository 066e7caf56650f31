use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 6)]
    phone: u64,
    #[salt(buckets = 6)]
    at: i64,
}

fn main() {}
