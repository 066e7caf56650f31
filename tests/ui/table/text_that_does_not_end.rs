use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByBuyer(buyer, seller), ByAt(at, buyer, seller)))]
struct Order {
    at: u64,
    buyer: String,
    seller: u64,
}

fn main() {}
