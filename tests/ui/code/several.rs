use rowkey::{KeyCode, RowKey};

#[derive(KeyCode)]
enum Side {
    Callee,
    #[code(300)]
    Caller,
    #[code(1)]
    Other(u8),
}

#[derive(RowKey)]
struct Key {
    side: Side,
    at: i64,
}

fn main() {
    let _ = Key { side: Side::Callee, at: 0 }.encode();
}
