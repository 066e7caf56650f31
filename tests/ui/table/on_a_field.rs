use rowkey::RowKey;

#[derive(RowKey)]
struct Order {
    #[rowkey(table(ByBuyer(buyer)))]
    buyer: u64,
}

fn main() {}
