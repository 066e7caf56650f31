use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(-1)]
    name: String,
    ts: i64,
}

fn main() {}
