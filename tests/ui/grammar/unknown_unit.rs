use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts(milli)]
    at: i64,
}

fn main() {}
