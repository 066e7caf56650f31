use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(after = "A"))]
struct Key {
    #[salt(buckets = 6, digits(2))]
    #[rowkey(chars("0-9a-z"))]
    id: String,
}

fn main() {}
