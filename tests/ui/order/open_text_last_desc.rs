use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    ts: i64,
    #[rowkey(desc)]
    name: String,
}

fn main() {}
