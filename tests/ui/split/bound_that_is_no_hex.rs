use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hex_range("0x00", "0xff"), regions = 16))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
