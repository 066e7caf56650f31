use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByNote(note, at)))]
struct Order {
    at: u64,
    #[rowkey(skip)]
    note: String,
}

fn main() {}
