use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of()))]
struct Key {
    phone: u64,
}

fn main() {}
