use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%Y%m%j"))]
    at: jiff::civil::DateTime,
}

fn main() {}
