use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hex_string, regions = 16))]
struct Key {
    #[rowkey(len(16), chars("0-9A-F"))]
    id: String,
}

fn main() {}
