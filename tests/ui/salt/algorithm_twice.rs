use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(xor, md5, buckets = 16)]
    phone: u64,
}

fn main() {}
