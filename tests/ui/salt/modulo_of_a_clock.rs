use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(modulo, buckets = 6)]
    #[reverse_ts]
    at: i64,
}

fn main() {}
