use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time())]
    at: i64,
}

fn main() {}
