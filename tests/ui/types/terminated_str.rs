use rowkey::RowKey;

#[derive(RowKey)]
struct Key<'a> {
    #[rowkey(terminated)]
    name: &'a str,
    at: i64,
}

fn main() {}
