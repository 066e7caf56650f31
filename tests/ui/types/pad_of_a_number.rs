use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(20)]
    phone: u64,
}

fn main() {}
