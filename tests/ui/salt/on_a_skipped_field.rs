use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    phone: u64,
    #[salt(buckets = 6)]
    #[rowkey(skip)]
    name: String,
}

fn main() {}
