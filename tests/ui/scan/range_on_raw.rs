use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(raw)]
    degrees: i32,
}

fn main() {
    let _ = Key::scan().degrees_in(1..);
}
