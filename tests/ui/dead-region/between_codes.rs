use rowkey::{KeyCode, RowKey};

#[derive(KeyCode)]
enum Side {
    #[code("1")]
    Caller,
    #[code("2")]
    Callee,
}

#[derive(RowKey)]
#[rowkey(split(keys("1", "15", "2")))]
struct Key {
    side: Side,
    id: u64,
}

fn main() {}
