use rowkey::RowKey;

struct Place {
    x: u32,
}

#[derive(RowKey)]
struct Key {
    place: Place,
    at: std::path::PathBuf,
    other: Place,
}

fn main() {}
