use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
    Meta,
    Skipped {
        #[rowkey(skip)]
        note: u64,
    },
}

fn main() {}
