use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(prefix = "a", prefix = "b")]
#[rowkey(reserved("X"))]
#[rowkey(reserved("Y"))]
enum Row {
    #[rowkey(tag = "U")]
    #[rowkey(tag = "V")]
    User(UserKey),
    #[rowkey(other, other)]
    Other(Vec<u8>),
}

fn main() {}
