use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByBuyer(buyer, at), BySeller(seller; prefx = "s")))]
struct Order {
    buyer: u64,
    #[rowkey(dsc)]
    seller: u64,
    at: i64,
}

fn main() {
    let order = Order { buyer: 1, seller: 2, at: 3 };
    let _ = ByBuyer::from(&order).encode().map(|key| ByBuyer::decode(key.as_ref()).map(|key| key.buyer));
    let _ = BySeller { seller: 2 }.key();
    let _ = ByBuyer::scan().buyer(1u64).at_in(5..).limit(1).plan();
    let _ = BySeller::scan().seller_any([1u64]).plan();
    println!("{} {:?}", BySeller::LAYOUT, ByBuyer::SPLIT_KEYS);
}
