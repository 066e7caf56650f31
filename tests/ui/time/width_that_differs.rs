use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F %T.%f"))]
    at: jiff::civil::DateTime,
}

fn main() {}
