use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F"))]
    at: jiff::Zoned,
    #[reverse_ts]
    since: chrono::DateTime<chrono::FixedOffset>,
}

fn main() {}
