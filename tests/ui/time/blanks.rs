use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y-%m-%e"))]
    at: jiff::civil::DateTime,
}

fn main() {}
