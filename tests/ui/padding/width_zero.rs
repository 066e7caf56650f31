use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(0)]
    name: String,
    ts: i64,
}

fn main() {}
