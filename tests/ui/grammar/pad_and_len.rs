use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(20), len(20))]
    name: String,
}

fn main() {}
