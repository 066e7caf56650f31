use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(reverse_text)]
    user: String,
}

fn main() {
    let _ = Key::scan().user_in("a".to_owned()..);
}
