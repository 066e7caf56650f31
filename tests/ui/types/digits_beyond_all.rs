use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(65))]
    id: u64,
    #[rowkey(bytes(17))]
    wide: u128,
}

fn main() {}
