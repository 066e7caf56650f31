use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(reverse_ts, time(secs))]
    at: i64,
}

fn main() {}
