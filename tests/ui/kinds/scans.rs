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
    Post { author: u64, at: i64 },
    #[rowkey(tag = "M")]
    Meta,
}

fn main() {
    let _ = Row::scan_post().at(5);
    let _ = Row::scan_post().author_in(1..5).at(5);
    let _ = Row::scan_user().id("a");
    let _ = Row::scan().author(1);
    let _ = Row::scan_meta();
}
