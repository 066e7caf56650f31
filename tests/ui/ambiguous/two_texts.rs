use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    host: String,
    event: String,
}

fn main() {}
