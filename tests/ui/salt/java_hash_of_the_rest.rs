use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(java_hash, buckets = 6, of(..)))]
struct Key {
    name: String,
}

fn main() {}
