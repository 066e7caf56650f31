use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(store = lmdb)]
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Page {
        #[pad(510)]
        url: String,
        n: u8,
    },
}

fn main() {}
