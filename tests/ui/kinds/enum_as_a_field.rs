use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Post { author: u64 },
}

#[derive(RowKey)]
struct Audit {
    at: u64,
    row: Row,
}

fn main() {}
