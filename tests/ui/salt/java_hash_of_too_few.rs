use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(java_hash, buckets = 200)]
    id: u8,
}

fn main() {}
