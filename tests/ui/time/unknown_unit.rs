use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time(hours))]
    at: i64,
}

fn main() {}
