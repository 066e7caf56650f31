use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(10))]
    id: Option<u32>,
}

fn main() {}
