use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_", split(after = "|", regions = 7))]
struct Key {
    #[salt(buckets = 6, digits(2))]
    id: u64,
}

fn main() {}
