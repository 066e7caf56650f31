use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hex_range("ffff"), regions = 16))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
