use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(byte_range("a", b"a\x00"), regions = 4))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
