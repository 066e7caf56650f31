use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_", split(after = "|"))]
struct Key {
    id: u64,
}

fn main() {}
