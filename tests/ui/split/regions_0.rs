use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 0))]
struct Key {
    id: u64,
}

fn main() {}
