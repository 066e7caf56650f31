use rowkey::RowKey;

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "U")]
    User(u64),
    #[rowkey(tag = "H")]
    Host(String),
}

fn main() {}
