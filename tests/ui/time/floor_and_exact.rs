use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts(millis, floor, exact)]
    at: i64,
    #[reverse_ts(floor)]
    since: i64,
    #[reverse_ts(millis, offset = "+08:00")]
    until: i64,
}

fn main() {}
