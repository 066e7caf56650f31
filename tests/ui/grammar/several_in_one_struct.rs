use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(sepparator = "_", split(regions = 0, key("a")))]
struct Key {
    #[rowkey(terminatd)]
    name: String,
    #[salt(random, buckets = 0, of(nam))]
    #[pad(0, wth = 1)]
    host: String,
    #[rowkey(skip, desc)]
    at: i64,
}

fn main() {}
