use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(5))]
    id: u32,
}

fn main() {}
