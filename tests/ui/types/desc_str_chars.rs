use rowkey::RowKey;

#[derive(RowKey)]
struct Key<'a> {
    #[rowkey(chars("a-z"), desc, pad(8))]
    name: &'a str,
    at: i64,
}

fn main() {}
