use rowkey::RowKey;

#[derive(RowKey)]
struct Call {
    #[salt(xor, buckets = 6)]
    #[pad(20)]
    phone: String,
    kind: u16,
    #[reverse_ts]
    at: i64,
}

fn main() {
    let _ = Call::scan().at(5);
    let _ = Call::scan().at(5).kind(1);
}
