use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table)]
struct Order {
    buyer: u64,
    seller: u64,
    #[reverse_ts]
    at: i64,
}

fn main() {}
