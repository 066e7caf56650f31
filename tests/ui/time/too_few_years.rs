use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 16_384, of(at.year)))]
struct Key {
    #[rowkey(time("%F"))]
    at: jiff::civil::Date,
}

fn main() {}
