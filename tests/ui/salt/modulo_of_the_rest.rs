use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(modulo, buckets = 6, of(..)))]
struct Key {
    a: u64,
    b: u64,
}

fn main() {}
