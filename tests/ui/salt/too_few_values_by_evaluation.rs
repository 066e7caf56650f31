use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 200)]
    kind: u8,
    at: i64,
}

fn main() {}
