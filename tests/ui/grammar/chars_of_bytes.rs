use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(chars(b"a-z"))]
    name: String,
}

fn main() {}
