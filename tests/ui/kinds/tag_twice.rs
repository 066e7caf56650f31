use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "P")]
    User(UserKey),
    #[rowkey(tag = b'P')]
    Post { author: u64 },
    #[rowkey(tag = 0x50)]
    Meta,
}

fn main() {}
