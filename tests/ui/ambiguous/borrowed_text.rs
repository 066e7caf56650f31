use rowkey::RowKey;

#[derive(RowKey)]
struct Key<'a> {
    host: &'a str,
    ts: i64,
}

fn main() {}
