use rowkey::RowKey;

type Phone = u64;

#[derive(RowKey)]
struct Key {
    #[rowkey(len(20))]
    phone: Phone,
}

fn main() {}
