use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys("80", "a0", "c0")))]
struct Key {
    #[rowkey(HEX(2))]
    kind: u8,
}

fn main() {}
