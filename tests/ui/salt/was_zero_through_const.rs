use rowkey::RowKey;

const WAS: u32 = 0;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 6, was(WAS))]
    id: u64,
}

fn main() {}
