use rowkey::RowKey;

#[derive(RowKey)]
struct Key<'a> {
    #[rowkey(terminated, chars("a-z"))]
    name: &'a str,
    at: i64,
}

fn main() {}
