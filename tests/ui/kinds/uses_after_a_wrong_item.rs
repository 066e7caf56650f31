use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(under(id))]
enum Row {
    #[rowkey(tga = "U")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Post { id: u64, at: i64 },
    #[rowkey(other)]
    Other(Vec<u8>),
}

fn main() {
    let row = Row::Post { id: 1, at: 2 };
    let key = row.encode().unwrap();
    let _ = Row::decode(&key).map(|row| matches!(row, Row::User(_) | Row::Other(_)));
    let _ = Row::scan().id(1).plan();
    let _ = Row::scan_user().id(1).limit(5).plan();
    let _ = Row::scan_post().id(1).at_in(1..5).plan();
    let _ = Row::explain(&key).to_string();
}
