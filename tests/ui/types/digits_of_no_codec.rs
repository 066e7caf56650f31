use rowkey::RowKey;

struct Celsius(f64);

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(5), unordered)]
    degrees: Celsius,
}

fn main() {}
