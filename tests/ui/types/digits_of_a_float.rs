use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(5))]
    price: f64,
}

fn main() {}
