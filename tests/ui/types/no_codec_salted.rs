use rowkey::RowKey;

struct Place {
    x: u32,
}

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 6)]
    place: Place,
    at: i64,
}

fn main() {}
