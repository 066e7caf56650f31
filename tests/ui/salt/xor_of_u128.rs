use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(xor, buckets = 6)]
    id: u128,
}

fn main() {}
