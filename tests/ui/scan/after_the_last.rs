use rowkey::RowKey;

#[derive(RowKey)]
struct Call {
    phone: u64,
    kind: u16,
}

fn main() {
    let _ = Call::scan().phone(1).kind(2).kind(3);
    let _ = Call::scan().kind_in(1..).phone(1);
    let _ = Call::scan().phone_in(1..).kind_any([1]);
}
