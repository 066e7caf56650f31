use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    id: usize,
    at: i64,
}

fn main() {}
