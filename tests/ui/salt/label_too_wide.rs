use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 16, digits(30))]
    phone: u64,
}

fn main() {}
