use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(reverse_ts, digits(19))]
    at: i64,
}

fn main() {}
