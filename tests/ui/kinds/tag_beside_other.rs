use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "X", other)]
    Other(Vec<u8>),
}

fn main() {}
