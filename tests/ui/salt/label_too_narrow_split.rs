use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 20))]
struct Key {
    #[salt(buckets = 20, digits(1))]
    phone: u64,
}

fn main() {}
