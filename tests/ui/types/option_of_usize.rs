use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    id: Option<usize>,
    at: i64,
}

fn main() {}
