use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(5))]
    name: String,
}

fn main() {}
