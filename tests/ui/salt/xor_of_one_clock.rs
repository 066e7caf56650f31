use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 8, of(at.div(10))))]
struct Key {
    #[reverse_ts(micros)]
    at: i64,
    id: u64,
}

fn main() {}
