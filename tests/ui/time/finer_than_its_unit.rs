use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts]
    at: jiff::Timestamp,
}

#[derive(RowKey)]
struct Seconds {
    #[rowkey(time(secs), desc)]
    at: chrono::DateTime<chrono::Utc>,
    #[rowkey(time("%F %T", offset = "+08:00"))]
    east: time::OffsetDateTime,
    #[rowkey(time("%Y%m"))]
    month: chrono::NaiveDate,
}

#[derive(RowKey)]
struct Text {
    #[rowkey(time(micros), digits(16))]
    at: jiff::Timestamp,
    #[rowkey(time("%F"), digits(10))]
    day: jiff::civil::Date,
}

fn main() {}
