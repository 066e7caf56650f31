use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Key {
    #[rowkey(chars("a-z_"))]
    host: String,
    ts: i64,
}

fn main() {}
