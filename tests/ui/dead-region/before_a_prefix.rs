use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(prefix = "cdr:", split(keys("a", "cdr:\x40")))]
struct Key {
    id: u64,
}

fn main() {}
