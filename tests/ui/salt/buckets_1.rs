use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 1)]
    phone: u64,
}

fn main() {}
