use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "p")]
    User(UserKey),
    #[rowkey(tag = "pc")]
    Post { author: u64 },
}

#[derive(RowKey)]
enum LongFirst {
    #[rowkey(tag = "pc")]
    Post { author: u64 },
    #[rowkey(tag = "p")]
    User(UserKey),
}

fn main() {}
