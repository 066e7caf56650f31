use rowkey::RowKey;

#[derive(RowKey)]
struct Event {
    #[salt(buckets = 16, was(8, md5(8), xxh3(8)))]
    id: u32,
}

fn main() {}
