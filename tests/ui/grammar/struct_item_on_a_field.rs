use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(prefix = "a")]
    name: String,
}

fn main() {}
