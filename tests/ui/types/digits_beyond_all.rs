use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(65))]
    id: u64,
}

fn main() {}
