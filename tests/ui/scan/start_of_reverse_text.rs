use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(reverse_text)]
    user: String,
}

fn main() {
    let _ = Key::scan().user_starts_with("a");
}
