use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(chars("a-zä"))]
    name: String,
}

fn main() {}
