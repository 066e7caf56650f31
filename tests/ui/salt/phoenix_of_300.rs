use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(phoenix, buckets = 300, of(..)))]
struct Key {
    host: String,
}

fn main() {}
