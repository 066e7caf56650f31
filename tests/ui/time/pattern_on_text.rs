use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F"))]
    at: String,
}

fn main() {}
