use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(modulo, buckets = 6, of(at)))]
struct Key {
    #[rowkey(time("%F"))]
    at: jiff::civil::Date,
}

fn main() {}
