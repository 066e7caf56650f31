use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey("terminated")]
    name: String,
}

fn main() {}
