use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F"), pad(10))]
    at: jiff::civil::Date,
}

fn main() {}
