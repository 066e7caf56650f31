use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(hex(16))]
    #[rowkey(len(11), chars("0-9"))]
    phone: String,
}

fn main() {}
