use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y %B %d"))]
    at: jiff::civil::DateTime,
}

fn main() {}
