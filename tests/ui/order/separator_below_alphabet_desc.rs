use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_")]
struct Key {
    #[rowkey(chars("a-z"), desc)]
    name: String,
    ts: i64,
}

fn main() {}
