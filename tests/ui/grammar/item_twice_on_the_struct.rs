use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_", separator = "-")]
struct Key {
    name: String,
}

fn main() {}
