use rowkey::RowKey;

#[derive(RowKey)]
struct Name<'a> {
    #[pad(8)]
    name: &'a str,
}

#[derive(RowKey)]
struct Key<'a> {
    #[rowkey(desc)]
    name: Name<'a>,
    at: i64,
}

fn main() {}
