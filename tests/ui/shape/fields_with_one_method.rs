use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    at: u64,
    at_in: u64,
}

fn main() {}
