use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(raw)]
    name: String,
}

fn main() {}
