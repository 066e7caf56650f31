use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(layout = "u8 xxh3 of host / 16 | host: str as text padded to 20 bytes with 00 | at: i64 as 8-byte number")]
struct Event {
    #[salt(buckets = 16)]
    #[pad(24)]
    host: String,
    at: i64,
}

fn main() {}
