use rowkey::RowKey;

#[derive(RowKey)]
struct Call {
    #[salt(buckets = 6)]
    phone: u64,
    at: i64,
}

#[derive(RowKey)]
struct Key {
    call: Call,
    id: u64,
}

fn main() {}
