use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(chars("0-9"))]
    phone: u64,
}

fn main() {}
