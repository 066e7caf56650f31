use rowkey::{KeyCode, RowKey};

#[derive(KeyCode)]
enum Side {
    #[code(2)]
    Caller,
    #[code(1)]
    Callee,
}

#[derive(RowKey)]
struct Key {
    side: Side,
    ts: i64,
}

fn main() {}
