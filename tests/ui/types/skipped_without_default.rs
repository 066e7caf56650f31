use rowkey::RowKey;

struct Place {
    x: u32,
}

#[derive(RowKey)]
struct Key {
    id: u64,
    #[rowkey(skip)]
    place: Place,
}

fn main() {}
