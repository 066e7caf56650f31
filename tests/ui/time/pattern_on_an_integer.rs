use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F"))]
    at: i64,
}

fn main() {}
