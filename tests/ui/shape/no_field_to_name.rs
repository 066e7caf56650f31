use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(id)))]
struct Key;

fn main() {}
