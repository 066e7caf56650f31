use rowkey::RowKey;

const BUCKETS: u32 = 0;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = BUCKETS)]
    phone: u64,
}

fn main() {}
