use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByBuyer(buyer)), table(BySeller(seller)))]
struct Order {
    buyer: u64,
    seller: u64,
    #[reverse_ts]
    at: i64,
}

fn main() {}
