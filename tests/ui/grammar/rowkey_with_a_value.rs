use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey = "skip"]
    name: String,
}

fn main() {}
