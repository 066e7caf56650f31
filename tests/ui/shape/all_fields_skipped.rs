use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(skip)]
    id: u64,
}

fn main() {}
