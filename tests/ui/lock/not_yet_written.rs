use rowkey::RowKey;

type Count = u32;

#[derive(RowKey)]
#[rowkey(prefix = b"c\xFF'", separator = "_", layout = "")]
struct Counter {
    #[rowkey(chars("a-z"))]
    name: String,
    count: Count,
}

fn main() {}
