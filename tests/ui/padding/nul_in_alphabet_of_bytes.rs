use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(8), chars("^|"))]
    id: Vec<u8>,
}

fn main() {}
