use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(phoenix, buckets = 2 * BUCKETS, of(..), u8))]
struct Key {
    host: String,
}

const BUCKETS: u8 = 31;

fn main() {}
