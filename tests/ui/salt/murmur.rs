use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(murmur3, buckets = 6)]
    phone: String,
}

fn main() {}
