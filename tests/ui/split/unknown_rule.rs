use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(region = 4))]
struct Key {
    id: u64,
}

fn main() {}
