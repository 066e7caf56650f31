use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F %d"))]
    at: jiff::civil::DateTime,
}

fn main() {}
