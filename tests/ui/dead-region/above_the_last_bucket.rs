use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys(b"\x01", b"\x02", b"\x03", b"\x04", b"\x05", b"\x06")))]
struct Key {
    #[salt(buckets = 6)]
    phone: u64,
}

fn main() {}
