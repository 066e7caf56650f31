use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 6)]
    flag: bool,
    at: i64,
}

fn main() {}
