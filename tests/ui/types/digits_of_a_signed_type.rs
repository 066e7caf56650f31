use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(19))]
    at: i64,
}

fn main() {}
