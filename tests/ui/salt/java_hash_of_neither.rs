use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(java_hash, buckets = 6, of(name, at)))]
struct Key {
    at: f64,
    name: String,
}

fn main() {}
