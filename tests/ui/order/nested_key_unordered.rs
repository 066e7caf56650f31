use rowkey::RowKey;

#[derive(RowKey)]
struct Inner {
    #[rowkey(pad(8, with = b'0', left), chars("1-9"), unordered)]
    id: String,
}

#[derive(RowKey)]
struct Key {
    inner: Inner,
    ts: i64,
}

fn main() {}
