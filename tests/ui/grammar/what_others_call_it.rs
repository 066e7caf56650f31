use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = "_", salt(shards = 6, of(host)))]
struct Key {
    #[rowkey(width(20))]
    host: String,
    #[rowkey(length(4))]
    kind: String,
    #[rowkey(descending)]
    at: i64,
    #[rowkey(date("%F"))]
    day: jiff::civil::Date,
    #[rowkey(ignore)]
    seen: bool,
    #[rowkey(pda(4))]
    name: String,
}

fn main() {}
