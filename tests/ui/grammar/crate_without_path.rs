use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(crate = "rowkey")]
struct Key {
    at: i64,
}

fn main() {}
