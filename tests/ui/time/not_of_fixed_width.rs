use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y-%-m-%d"))]
    at: jiff::civil::DateTime,
}

fn main() {}
