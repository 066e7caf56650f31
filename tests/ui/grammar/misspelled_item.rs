use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(untordered)]
    name: String,
}

fn main() {}
