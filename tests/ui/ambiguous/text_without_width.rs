use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    host: String,
    ts: i64,
}

fn main() {}
