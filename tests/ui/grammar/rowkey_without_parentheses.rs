use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey]
    name: String,
}

fn main() {}
