use rowkey::{KeyCode, RowKey};

#[derive(KeyCode)]
enum Side {
    #[code("in")]
    In,
    #[code("out_")]
    Out,
}

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Key {
    side: Side,
    ts: i64,
}

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Admitted {
    #[rowkey(unordered)]
    side: Side,
    ts: i64,
}

fn main() {}
