use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(hex(31))]
    id: u128,
}

fn main() {}
