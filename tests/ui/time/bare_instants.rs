use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    at: jiff::Timestamp,
    since: Option<chrono::DateTime<chrono::Utc>>,
    other: time::OffsetDateTime,
    lasted: std::time::Duration,
    clock: std::time::SystemTime,
}

fn main() {}
