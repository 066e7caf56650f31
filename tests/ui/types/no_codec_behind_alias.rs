use rowkey::RowKey;

struct Place {
    x: u32,
}

type Spot = Place;

#[derive(RowKey)]
struct Key {
    id: u64,
    place: Spot,
}

fn main() {}
