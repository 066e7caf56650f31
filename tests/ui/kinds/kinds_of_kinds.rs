use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Old {
    #[rowkey(tag = "U")]
    User(UserKey),
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "O")]
    Old(Old),
    #[rowkey(tag = "P")]
    Post { author: u64 },
}

fn main() {}
