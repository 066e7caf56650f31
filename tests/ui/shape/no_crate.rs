use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(crate = ::row_keys)]
struct Key {
    id: u64,
}

fn main() {}
