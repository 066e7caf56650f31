use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(separator = "\0")]
    id: Vec<u8>,
    ts: i64,
}

fn main() {}
