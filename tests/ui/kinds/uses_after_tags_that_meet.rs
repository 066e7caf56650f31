use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "P")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Post { author: u64, at: i64 },
}

fn main() {
    let row = Row::Post { author: 1, at: 2 };
    let key = row.encode().unwrap();
    let _ = Row::decode(&key).map(|row| matches!(row, Row::User(_)));
    let _ = Row::scan().plan();
    let _ = Row::scan_user().id(1).limit(5).plan();
    let _ = Row::scan_post().author(1).at_in(1..5).plan();
    let _ = Row::explain(&key).to_string();
}
