use rowkey::RowKey;

#[derive(RowKey)]
enum Row {
    #[rowkey(other)]
    Unknown(Vec<u8>),
}

fn main() {}
