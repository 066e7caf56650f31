use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 16, first = "00"))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
