use rowkey::RowKey;

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "U")]
    User { id: u64 },
    #[rowkey(other)]
    Unknown(String),
}

#[derive(RowKey)]
enum Number {
    #[rowkey(tag = "U")]
    User { id: u64 },
    #[rowkey(other)]
    Unknown(u64),
}

fn main() {}
