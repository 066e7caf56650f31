use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(with = Own, decimal)]
    f: u8,
}

fn main() {}
