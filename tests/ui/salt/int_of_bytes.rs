use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(id.int)))]
struct Key {
    id: [u8; 8],
}

fn main() {}
