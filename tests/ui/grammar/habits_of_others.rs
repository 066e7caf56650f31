use rowkey::RowKey;

#[derive(RowKey)]
struct Visit {
    #[salt(16)]
    host: u64,
    #[rowkey("pad(20)")]
    page: String,
    #[rowkey(time("yyyy-MM-dd HH:mm"))]
    at: jiff::civil::DateTime,
}

fn main() {}
