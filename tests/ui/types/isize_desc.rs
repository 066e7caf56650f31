use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(desc)]
    id: isize,
    at: i64,
}

fn main() {}
