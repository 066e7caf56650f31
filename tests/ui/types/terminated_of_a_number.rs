use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(terminated)]
    phone: u64,
}

fn main() {}
