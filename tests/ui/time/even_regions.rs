use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 4))]
struct Key {
    #[rowkey(time("%F"))]
    at: jiff::civil::Date,
}

fn main() {}
