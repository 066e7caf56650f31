use rowkey::RowKey;

#[derive(RowKey)]
struct Event {
    #[salt(buckets = 16, was(modulo(8)))]
    #[pad(8)]
    host: String,
}

#[derive(RowKey)]
#[rowkey(salt(buckets = 16, of(..), was(8, xor(8))))]
struct Log {
    at: u64,
}

fn main() {}
