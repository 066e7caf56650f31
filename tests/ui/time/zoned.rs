use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    at: jiff::Zoned,
    since: chrono::DateTime<chrono::FixedOffset>,
}

fn main() {}
