use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(8, with = b'0'), chars("0-9"))]
    id: String,
}

fn main() {}
