use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(at)))]
struct Key {
    #[salt(buckets = 6)]
    phone: u64,
    at: i64,
}

fn main() {}
