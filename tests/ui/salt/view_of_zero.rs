use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(phone.first(0), at.div(0))))]
struct Key {
    #[pad(20)]
    phone: String,
    at: u64,
}

fn main() {}
