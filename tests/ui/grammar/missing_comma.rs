use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(20) unordered)]
    name: String,
}

fn main() {}
