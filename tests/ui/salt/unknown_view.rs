use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(phone.lst(4))))]
struct Key {
    #[pad(20)]
    phone: String,
}

fn main() {}
