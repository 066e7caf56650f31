use rowkey::RowKey;

struct Key {
    id: u64,
}

fn read<K: RowKey>(key: &[u8]) {
    let _ = K::decode(key);
}

fn main() {
    read::<Key>(b"a");
}
