use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(phoenix, buckets = 8, of(host)))]
struct Key {
    host: String,
}

fn main() {}
