use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(decimal)]
    seconds: u32,
}

fn main() {
    let _ = Key::scan().seconds_in(1..);
}
