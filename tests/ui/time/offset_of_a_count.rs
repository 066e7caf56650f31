use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time(millis, offset = "+08:00"))]
    at: jiff::Timestamp,
}

fn main() {}
