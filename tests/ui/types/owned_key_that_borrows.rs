use rowkey::{OwnedKey, RowKey};

#[derive(RowKey)]
struct Key<'a> {
    name: &'a str,
}

fn read<K: OwnedKey>(key: &[u8]) -> K {
    K::decode(key).unwrap()
}

fn main() {
    let _ = read::<Key<'_>>(b"a");
}
