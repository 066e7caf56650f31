use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Key {
    host: String,
    ts: i64,
}

fn main() {}
