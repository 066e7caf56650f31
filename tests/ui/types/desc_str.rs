use rowkey::RowKey;

#[derive(RowKey)]
struct Key<'a> {
    #[rowkey(desc, len(8))]
    name: &'a str,
    at: i64,
}

fn main() {}
