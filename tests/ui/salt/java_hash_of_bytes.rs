use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(java_hash, buckets = 6)]
    id: [u8; 8],
}

fn main() {}
