use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(chars("^/"), separator = "/")]
    path: Vec<u8>,
    ts: i64,
}

fn main() {}
