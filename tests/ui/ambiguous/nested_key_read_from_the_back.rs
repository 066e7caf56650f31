use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Inner {
    #[rowkey(unordered)]
    name: String,
    rank: u8,
}

#[derive(RowKey)]
struct Key {
    #[rowkey(unordered)]
    inner: Inner,
    ts: i64,
    #[rowkey(terminated)]
    event: String,
}

fn main() {}
