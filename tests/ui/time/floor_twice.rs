use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F", floor, floor))]
    at: jiff::civil::Date,
}

fn main() {}
