use rowkey::RowKey;

type Millis = i64;

#[derive(RowKey)]
struct Key {
    at: Millis,
}

fn main() {
    let _ = Key::scan().at_starts_with("2");
}
