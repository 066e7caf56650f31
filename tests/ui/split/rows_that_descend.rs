use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hex_string, regions = 16, first = "FF", last = "0F"))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
