use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 10_000))]
struct Key {
    id: u64,
}

fn main() {}
