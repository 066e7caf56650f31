use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 0)]
    phone: u64,
}

fn main() {}
