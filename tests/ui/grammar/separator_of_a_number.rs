use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = 5)]
struct Key {
    name: String,
}

fn main() {}
