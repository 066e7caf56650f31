use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(uniform, hex_string, regions = 16))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
