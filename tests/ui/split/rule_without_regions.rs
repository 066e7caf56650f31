use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hex_range("0000", "ffff")))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
