use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(seperator = "_")]
struct Key {
    name: String,
}

fn main() {}
