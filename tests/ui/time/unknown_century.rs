use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%y%m%d"))]
    at: jiff::civil::DateTime,
}

fn main() {}
