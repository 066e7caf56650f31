use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 101, digits(2))]
    phone: u64,
}

fn main() {}
