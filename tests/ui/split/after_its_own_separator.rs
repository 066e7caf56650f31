use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "|", split(after = "|", allow_dead))]
struct Key {
    #[salt(buckets = 6, digits(2))]
    id: u64,
}

fn main() {}
