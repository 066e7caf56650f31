use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(0.1)))]
struct Key(u64, u64);

fn main() {}
