use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(decimal_string, regions = 16, last = "ff"))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
