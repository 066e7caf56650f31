use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(raw)]
    flag: bool,
    #[rowkey(raw)]
    at: jiff::Timestamp,
}

fn main() {}
