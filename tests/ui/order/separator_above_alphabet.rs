use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Key {
    #[rowkey(chars("0-9"))]
    id: String,
    ts: i64,
}

fn main() {}
