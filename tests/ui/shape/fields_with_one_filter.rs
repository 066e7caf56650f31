use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    filter_at: u64,
    at: u64,
}

fn main() {}
