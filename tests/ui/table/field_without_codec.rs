use rowkey::RowKey;

#[derive(Clone)]
struct Buyer(u64);

#[derive(RowKey)]
#[rowkey(table(ByBuyer(buyer, at), ByAt(at, buyer)))]
struct Order {
    buyer: Buyer,
    at: u64,
}

fn main() {}
