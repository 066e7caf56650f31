use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(uniform, regions = 1))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
