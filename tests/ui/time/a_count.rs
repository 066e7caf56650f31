use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%s"))]
    at: jiff::Timestamp,
}

fn main() {}
