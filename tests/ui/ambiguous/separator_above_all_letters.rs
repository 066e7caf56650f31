use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "|")]
struct Printable {
    #[rowkey(chars(" -~"))]
    name: String,
    at: u64,
}

#[derive(RowKey)]
#[rowkey(separator = "*")]
struct Marks {
    #[rowkey(chars("!-/"))]
    marks: String,
    at: u64,
}

fn main() {}
