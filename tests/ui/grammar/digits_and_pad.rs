use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(3), pad(3))]
    f: u8,
}

fn main() {}
