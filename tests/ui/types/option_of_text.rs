use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    name: Option<String>,
    at: i64,
}

fn main() {}
