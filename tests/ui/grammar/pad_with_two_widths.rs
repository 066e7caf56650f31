use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(10, 20)]
    name: String,
    at: i64,
}

fn main() {}
