use rowkey::RowKey;

#[derive(RowKey)]
union Key {
    a: u64,
}

fn main() {}
