use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(buckets = 6, of(at.year_month)))]
struct Key {
    #[rowkey(len(16))]
    at: String,
}

fn main() {}
