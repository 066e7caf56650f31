use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hex_string, regions = 4))]
struct Key {
    id: u64,
}

fn main() {}
