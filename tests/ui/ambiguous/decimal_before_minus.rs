use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "-")]
struct Key {
    #[rowkey(decimal)]
    degrees: i32,
    name: String,
}

fn main() {}
