use rowkey::RowKey;

const REGIONS: u32 = 0;

#[derive(RowKey)]
#[rowkey(separator = "_", split(after = "|", regions = REGIONS))]
struct Key {
    #[salt(buckets = 6, digits(2))]
    id: u64,
}

fn main() {}
