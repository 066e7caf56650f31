use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(reservd("X"))]
enum Row {
    #[rowkey(tag = "U")]
    User(u64),
    #[rowkey(other)]
    Other(String),
}

fn main() {
    let _ = Row::scan_user();
    let _ = Row::decode(b"x").map(|row| matches!(row, Row::Other(_)));
}
