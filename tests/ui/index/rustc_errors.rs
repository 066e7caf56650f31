// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod field_without_clone {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Buyer(u64);

    #[derive(RowKey)]
    #[rowkey(index(ByBuyer(buyer, at), ByAt(at, buyer)))]
    struct Order {
        buyer: Buyer,
        at: u64,
    }
}

mod field_without_codec {
    use rowkey::RowKey;

    #[derive(Clone)]
    struct Buyer(u64);

    #[derive(RowKey)]
    #[rowkey(index(ByBuyer(buyer, at), ByAt(at, buyer)))]
    struct Order {
        buyer: Buyer,
        at: u64,
    }
}

fn main() {}
