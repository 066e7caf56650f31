use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(phoenix, buckets = 8, of(..), digits(2)))]
struct Key {
    host: String,
}

fn main() {}
