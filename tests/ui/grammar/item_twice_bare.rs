use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(20)]
    #[pad(30)]
    host: String,
    #[salt(buckets = 6)]
    #[salt(buckets = 7)]
    #[reverse_ts]
    #[reverse_ts]
    at: i64,
}

fn main() {}
