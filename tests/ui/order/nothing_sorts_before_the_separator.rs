use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "|")]
struct Key {
    #[rowkey(chars("0-9a-z"))]
    host: String,
    #[rowkey(desc, chars("a-z"), separator = "_")]
    name: String,
    id: u64,
}

fn main() {}
