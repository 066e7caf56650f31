use rowkey::RowKey;

#[derive(RowKey)]
struct Inner {
    rank: u8,
    name: String,
}

#[derive(RowKey)]
struct Key {
    inner: Inner,
    ts: i64,
}

fn main() {}
