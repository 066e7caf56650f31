use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 6)]
    #[pad(-1)]
    name: String,
}

fn main() {}
