use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(phon)))]
struct Key {
    phone: u64,
    at: i64,
}

fn main() {}
