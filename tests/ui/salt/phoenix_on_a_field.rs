use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(phoenix, buckets = 8)]
    host: String,
}

fn main() {}
