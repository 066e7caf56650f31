use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(3), hex(3))]
    f: u8,
}

fn main() {}
