use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 600, of(kind, flag)))]
struct Key {
    kind: u8,
    flag: bool,
}

fn main() {}
