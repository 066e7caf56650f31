use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(byte_range("0000000000000000", "ffffffffffffffff"), regions = 10))]
struct Key {
    #[rowkey(len(16), chars("0-9a-f"))]
    id: String,
}

fn main() {}
