use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split())]
struct Key {
    id: u64,
}

fn main() {}
