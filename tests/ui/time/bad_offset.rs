use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F %R", offset = "+8"))]
    at: jiff::Timestamp,
}

fn main() {}
