use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts]
    #[pad(20)]
    at: i64,
}

fn main() {}
