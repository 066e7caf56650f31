use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(chars("a-z"))]
    host: String,
    #[rowkey(time("-%F"))]
    at: jiff::civil::Date,
}

fn main() {}
