use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(at.div(7))))]
struct Key {
    #[rowkey(time("%F"))]
    at: jiff::civil::Date,
}

fn main() {}
