use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time(""))]
    at: jiff::civil::Date,
}

fn main() {}
