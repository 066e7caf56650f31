use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = "6")]
    phone: u64,
}

fn main() {}
