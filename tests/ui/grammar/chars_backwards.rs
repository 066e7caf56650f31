use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(chars("z-a"))]
    name: String,
}

fn main() {}
