use rowkey::RowKey;

#[derive(RowKey)]
#[salt(buckets = 6)]
struct Key {
    phone: u64,
}

fn main() {}
