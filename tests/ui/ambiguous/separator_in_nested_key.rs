use rowkey::RowKey;

#[derive(RowKey)]
struct Inner {
    rank: u8,
    name: String,
}

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Key {
    inner: Inner,
    ts: i64,
}

fn main() {}
