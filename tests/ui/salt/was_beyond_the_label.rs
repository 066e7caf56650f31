use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 6, was(300), u8)]
    id: u64,
}

fn main() {
    let _ = Key { id: 1 }.key();
    let _ = Key::scan().id(1).plan();
}
