use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hex_range("0", "f"), regions = 17))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
