use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    id: u64,
    #[rowkey(separator = "_")]
    name: String,
}

fn main() {}
