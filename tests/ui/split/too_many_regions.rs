use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 1000))]
struct Key {
    kind: u8,
    at: i64,
}

fn main() {}
