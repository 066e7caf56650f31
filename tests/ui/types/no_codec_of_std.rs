use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    id: u64,
    names: std::collections::BTreeMap<String, u64>,
}

fn main() {}
