use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(after = "|"))]
struct Key {
    #[salt(buckets = 6, digits(2))]
    id: u64,
}

fn main() {}
