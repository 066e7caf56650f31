use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 300, u8)]
    phone: u64,
}

fn main() {}
