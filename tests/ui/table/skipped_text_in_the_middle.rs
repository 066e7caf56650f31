use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByNote(note, at), ByParts(at, note, buyer; separator = "_")))]
struct Order {
    at: u64,
    #[rowkey(skip)]
    note: String,
    buyer: String,
}

fn main() {}
