use rowkey::{KeyCode, RowKey};

#[derive(KeyCode)]
enum Side {
    #[code(0)]
    Callee,
    #[code(1)]
    Caller,
}

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 6)]
    side: Side,
    at: i64,
}

fn main() {}
