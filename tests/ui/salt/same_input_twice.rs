use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(phone, at, phone)))]
struct Key {
    phone: u64,
    at: i64,
}

fn main() {}
