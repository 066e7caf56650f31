use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    id: Vec<u8>,
    ts: i64,
}

fn main() {}
