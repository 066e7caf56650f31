use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(modulo, buckets = 6)]
    #[pad(20)]
    phone: String,
}

fn main() {}
