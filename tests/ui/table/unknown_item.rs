use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByBuyer(buyer; prefx = "b", tabel(ByAt(at)), foo)))]
struct Order {
    buyer: u64,
    seller: u64,
    #[reverse_ts]
    at: i64,
}

fn main() {}
