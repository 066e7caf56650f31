use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y %H"))]
    at: jiff::civil::DateTime,
}

fn main() {}
