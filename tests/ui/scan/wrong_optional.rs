use rowkey::{If, RowKey};

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
    let _ = Call::scan().phone(Some("133"));
    let _ = Call::scan().phone(If(Some(133)));
    let _ = Call::scan().phone("133").kind_in(If(Some(1)));
    let _ = Call::scan().phone_any(If(Some("133")));
    let _ = Call::scan().phone_starts_with(If(Some(133)));
    let _ = Call::scan().kind(If(Some(1)));
}
