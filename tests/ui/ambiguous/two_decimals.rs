use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(decimal)]
    seconds: u32,
    #[rowkey(decimal)]
    bytes: u64,
}

fn main() {}
