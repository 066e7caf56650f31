use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(=)]
    #[salt(buckets = if true { 6 } else { 7 })]
    host: String,
    #[rowkey(digits('5'))]
    count: u32,
}

fn main() {}
