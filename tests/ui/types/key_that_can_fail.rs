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
    let call = Call { phone: String::new(), kind: 1, at: 0 };
    let _ = call.key();
}
