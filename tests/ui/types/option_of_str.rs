use rowkey::RowKey;

#[derive(RowKey)]
struct Key<'a> {
    name: Option<&'a str>,
    at: i64,
}

fn main() {}
