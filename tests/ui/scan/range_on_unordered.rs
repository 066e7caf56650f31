use rowkey::RowKey;

#[derive(RowKey)]
struct Line {
    #[rowkey(pad(8, with = b'0', left), chars("1-9"), unordered)]
    id: String,
    at: i64,
}

fn main() {
    let _ = Line::scan().id_in("1".."5");
    let _ = Line::scan().id_in(..);
}
