use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(with = Missing)]
    id: u64,
}

fn main() {}
