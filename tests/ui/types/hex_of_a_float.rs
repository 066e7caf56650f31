use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(hex(16))]
    price: f64,
}

fn main() {}
