use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(phone.int.int)))]
struct Key {
    #[pad(20)]
    phone: String,
}

fn main() {}
