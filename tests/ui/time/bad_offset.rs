use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F %R", offset = "+8", exact))]
    at: jiff::Timestamp,
}

fn main() {}
