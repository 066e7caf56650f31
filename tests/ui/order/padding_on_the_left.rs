use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(8, with = b'0', left), chars("1-9"))]
    id: String,
    ts: i64,
}

fn main() {}
