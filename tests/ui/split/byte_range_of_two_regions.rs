use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(byte_range("a", "b"), regions = 2))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
