use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(random, buckets = 6)]
    phone: u64,
}

fn main() {}
