use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y%m%ä"))]
    at: jiff::civil::DateTime,
}

fn main() {}
