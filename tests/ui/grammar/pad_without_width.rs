use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad()]
    name: String,
    at: i64,
}

fn main() {}
