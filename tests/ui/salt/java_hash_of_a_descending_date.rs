use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(java_hash, buckets = 6, of(name, day)))]
struct Key {
    #[rowkey(time("%Y-%m-%d"), desc)]
    day: jiff::civil::Date,
    name: String,
}

fn main() {}
