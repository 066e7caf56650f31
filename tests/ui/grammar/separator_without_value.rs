use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator)]
struct Key {
    name: String,
}

fn main() {}
