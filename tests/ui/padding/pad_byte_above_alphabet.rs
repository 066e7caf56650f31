use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(8, with = b'~'), chars("a-z"))]
    name: String,
}

fn main() {}
