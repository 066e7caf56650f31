use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(phone.first(4))))]
struct Key {
    phone: u64,
}

fn main() {}
