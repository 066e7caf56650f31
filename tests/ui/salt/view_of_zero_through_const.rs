use rowkey::RowKey;

const NONE: usize = 0;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(phone.first(NONE), at.div(NONE))))]
struct Key {
    #[pad(20)]
    phone: String,
    at: u64,
}

fn main() {}
