use rowkey::RowKey;

#[derive(RowKey)]
struct Nothing {
    #[salt(buckets = 16, was())]
    id: u32,
}

#[derive(RowKey)]
struct Unknown {
    #[salt(buckets = 16, was(murmur(8)))]
    id: u32,
}

#[derive(RowKey)]
struct Uncounted {
    #[salt(buckets = 16, was(md5))]
    id: u32,
}

fn main() {}
