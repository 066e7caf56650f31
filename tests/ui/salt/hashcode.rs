use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(hashcode, buckets = 6)]
    phone: String,
}

fn main() {}
