use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(layout = "{User: 'U' | id: u64 as 8-byte number}")]
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Post { author: u64 },
}

#[derive(RowKey)]
#[rowkey(layout = "")]
enum NotYet {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "M")]
    Meta,
}

fn main() {}
