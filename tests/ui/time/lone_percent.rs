use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y%"))]
    at: jiff::civil::DateTime,
}

fn main() {}
