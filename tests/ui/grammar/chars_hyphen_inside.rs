use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(chars("a-z-9"))]
    name: String,
}

fn main() {}
