use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(raw)]
    id: u64,
}

fn main() {}
