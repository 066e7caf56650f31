use rowkey::RowKey;

#[derive(RowKey)]
enum NoField {
    #[rowkey(tag = "U")]
    User { id: u64 },
    #[rowkey(other)]
    Unknown,
}

#[derive(RowKey)]
enum TwoFields {
    #[rowkey(tag = "U")]
    User { id: u64 },
    #[rowkey(other)]
    Unknown(Vec<u8>, u64),
}

#[derive(RowKey)]
enum Named {
    #[rowkey(tag = "U")]
    User { id: u64 },
    #[rowkey(other)]
    Unknown { key: Vec<u8> },
}

fn main() {}
