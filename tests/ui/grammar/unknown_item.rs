use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(width = 20)]
    name: String,
}

fn main() {}
