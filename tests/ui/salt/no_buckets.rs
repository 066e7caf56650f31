use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(xor)]
    phone: u64,
}

fn main() {}
