use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y-%02m-%d"))]
    at: jiff::civil::DateTime,
}

fn main() {}
