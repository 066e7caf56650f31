use rowkey::RowKey;

#[derive(RowKey)]
struct Call {
    phone: u64,
    kind: u16,
}

fn main() {
    let _ = Call::scan().phone(1).filter_knd(5);
    let _ = Call::scan().phone(1).filter_size(5);
}
