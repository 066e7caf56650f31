use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(8, with = b'0', left), chars("1-9"), unordered)]
    user: String,
}

fn main() {
    let _ = Key::scan().user_starts_with("1");
}
