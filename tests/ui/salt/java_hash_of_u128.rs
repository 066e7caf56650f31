use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(java_hash, buckets = 6)]
    id: u128,
}

fn main() {}
