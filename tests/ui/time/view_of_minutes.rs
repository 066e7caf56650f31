use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(at.div(60_000).year)))]
struct Key {
    #[reverse_ts]
    at: i64,
}

fn main() {}
