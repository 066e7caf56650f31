use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(name)))]
struct Key {
    phone: u64,
    #[rowkey(skip)]
    name: String,
}

fn main() {}
