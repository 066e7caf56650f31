use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Key {
    #[salt(buckets = 200)]
    #[rowkey(decimal)]
    kind: i8,
    at: i64,
}

fn main() {}
