use rowkey::{KeyCode, RowKey};

#[derive(KeyCode)]
enum Side {
    #[code("caller")]
    Caller,
    #[code("other")]
    Other,
}

#[derive(RowKey)]
struct Key {
    side: Side,
    ts: i64,
}

fn main() {}
