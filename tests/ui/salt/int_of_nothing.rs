use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 6, of(phone.from(11).int)))]
struct Key {
    #[rowkey(len(11), chars("0-9"))]
    phone: String,
}

fn main() {}
