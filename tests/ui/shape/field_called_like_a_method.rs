use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    plan: u64,
    limit: u32,
}

fn main() {}
