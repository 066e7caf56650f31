use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%m-%d"))]
    at: jiff::civil::Date,
}

fn main() {}
