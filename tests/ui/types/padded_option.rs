use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(8)]
    name: Option<String>,
    at: i64,
}

fn main() {}
