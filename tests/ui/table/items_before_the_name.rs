use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(#[rowkey(prefix = "b")] ByBuyer(buyer), #[salt(buckets = 4)] BySeller(seller)))]
struct Order {
    buyer: u64,
    seller: u64,
    #[reverse_ts]
    at: i64,
}

fn main() {}
