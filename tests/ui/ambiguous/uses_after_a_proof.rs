use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    name: String,
    at: i64,
}

#[derive(RowKey)]
struct Outer {
    key: Key,
    id: u64,
}

fn main() {
    let key = Key { name: String::from("a"), at: 1 };
    let bytes = key.encode().unwrap();
    let bytes: &[u8] = bytes.as_ref();
    let _ = Key::decode(bytes);
    let _ = Key::decode_lenient(bytes).map(|key| key.at);
    let _ = Key::scan().name("a").at_in(1..5).plan();
    let _ = Key::scan().name_any(["a"]).at(5).limit(3).plan();
    let _ = Key::scan().name_starts_with("a").bucket(1).filter_at(5).plan();
    let _ = Key::SPLIT_KEYS.len() + Key::LAYOUT.fields().len();
    let _ = Key::explain(bytes).to_string();
    let _ = Outer { key, id: 1 }.encode();
    let _ = Outer::scan().filter_id(5);
}
