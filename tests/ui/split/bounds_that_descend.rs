use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(byte_range("b", "a"), regions = 16))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
