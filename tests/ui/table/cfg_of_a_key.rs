use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(#[cfg(test)] ByBuyer(buyer)))]
struct Order {
    buyer: u64,
    seller: u64,
    #[reverse_ts]
    at: i64,
}

fn main() {}
