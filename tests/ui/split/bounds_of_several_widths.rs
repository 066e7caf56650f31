use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hex_range("00", "ffff"), regions = 16))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
