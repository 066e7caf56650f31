use rowkey::RowKey;

// The derive sees no `Option` in the field's type, which it would pad the value of.
type Name = Option<String>;

#[derive(RowKey)]
struct Key {
    #[pad(8)]
    name: Name,
    at: i64,
}

fn main() {}
