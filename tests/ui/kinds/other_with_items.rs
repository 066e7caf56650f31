use rowkey::RowKey;

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "U")]
    User { id: u64 },
    #[rowkey(other, separator = "|")]
    Unknown(Vec<u8>),
}

#[derive(RowKey)]
enum Padded {
    #[rowkey(tag = "U")]
    User { id: u64 },
    #[rowkey(other)]
    Unknown(#[rowkey(desc)] Vec<u8>),
}

fn main() {}
