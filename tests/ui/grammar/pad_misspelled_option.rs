use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(20, wiht = b' ')]
    name: String,
    at: i64,
}

fn main() {}
