use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F %T %Z"))]
    at: jiff::Timestamp,
}

fn main() {}
