use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    id: u64,
    #[rowkey(skip, desc)]
    name: String,
}

fn main() {}
