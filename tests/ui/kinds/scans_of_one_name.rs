use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "a")]
    HttpGet(UserKey),
    #[rowkey(tag = "b")]
    HTTPGet { id: u64 },
}

fn main() {}
