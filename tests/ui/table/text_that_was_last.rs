use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByBuyer(buyer, at), ByNote(note, at)))]
struct Order {
    at: u64,
    buyer: u32,
    note: String,
}

fn main() {}
