use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(reserved("X", "YZ", b'Z'))]
enum Row {
    #[rowkey(tag = "X")]
    User(UserKey),
    #[rowkey(tag = "Y")]
    Post { author: u64 },
    #[rowkey(tag = "Za")]
    Comment { at: u64 },
}

fn main() {}
