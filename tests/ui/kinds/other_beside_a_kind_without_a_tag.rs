use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    User(UserKey),
    #[rowkey(other)]
    Unknown(Vec<u8>),
}

fn main() {}
