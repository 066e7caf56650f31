use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(reserved("X", "X"))]
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
}

#[derive(RowKey)]
#[rowkey(reserved())]
enum Nothing {
    #[rowkey(tag = "U")]
    User(UserKey),
}

fn main() {}
