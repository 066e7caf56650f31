use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 7))]
struct Key {
    #[salt(buckets = 6)]
    phone: u64,
}

fn main() {}
