use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys("2017-13", "2018")))]
struct Key {
    #[rowkey(time("%Y-%m-%d"))]
    at: jiff::civil::Date,
}

fn main() {}
