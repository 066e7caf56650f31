use rowkey::{KeyCode, RowKey};

#[derive(KeyCode)]
enum Side {
    #[code("a")]
    Callee,
    #[code("b")]
    Caller,
}

#[derive(RowKey)]
#[rowkey(layout = "side: code of Caller, Callee as one of 'a' 'b' | at: i64 as 8-byte number")]
struct Key {
    side: Side,
    at: i64,
}

fn main() {}
