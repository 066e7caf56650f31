use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(other)]
    Unknown(Vec<u8>),
    #[rowkey(other)]
    Foreign(Vec<u8>),
}

fn main() {}
