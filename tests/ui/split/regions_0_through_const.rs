use rowkey::RowKey;

const REGIONS: u32 = 0;

#[derive(RowKey)]
#[rowkey(split(regions = REGIONS))]
struct Key {
    id: u64,
}

fn main() {}
