use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(chars(""))]
    name: String,
}

fn main() {}
