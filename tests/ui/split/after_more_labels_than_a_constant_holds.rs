use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_", split(after = "|"))]
struct Key {
    #[salt(buckets = 5_000, digits(4))]
    id: u64,
}

fn main() {}
