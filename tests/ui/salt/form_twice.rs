use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 16, u8, hex(2))]
    phone: u64,
}

fn main() {}
