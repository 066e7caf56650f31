use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(phoenix, buckets = 31, of(..)))]
struct Key {
    host: String,
}

fn main() {}
