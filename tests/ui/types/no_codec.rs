use rowkey::RowKey;

struct Place {
    x: u32,
}

#[derive(RowKey)]
struct Key {
    id: u64,
    place: Place,
}

fn main() {}
