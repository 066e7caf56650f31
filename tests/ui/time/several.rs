use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y-%d"))]
    a: jiff::civil::Date,
    #[rowkey(time("%H:%M"))]
    b: jiff::civil::DateTime,
}

fn main() {}
