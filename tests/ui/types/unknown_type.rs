use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    id: Missing,
    at: i64,
}

fn main() {}
