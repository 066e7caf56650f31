use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator("_"))]
struct Key {
    name: String,
}

fn main() {}
