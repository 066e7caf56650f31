// A text that cannot be read is refused where it stands, not again in each key around it.
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Inner {
    #[rowkey(unordered)]
    name: String,
    rank: u8,
}

#[derive(RowKey)]
struct Middle {
    #[rowkey(unordered)]
    inner: Inner,
    #[rowkey(terminated)]
    event: String,
}

#[derive(RowKey)]
struct Key {
    ts: i64,
    #[rowkey(unordered)]
    middle: Middle,
}

fn main() {}
