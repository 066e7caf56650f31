use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y-%m-%d %H"))]
    at: time::Date,
}

fn main() {}
