use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys()))]
struct Key {
    name: String,
}

fn main() {}
