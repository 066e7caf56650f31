use rowkey::RowKey;

enum Side {
    Caller,
}

#[derive(RowKey)]
struct Key {
    side: Side,
    at: i64,
}

fn main() {}
