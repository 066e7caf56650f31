use rowkey::RowKey;

const UNITS: usize = 0;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(UNITS, chars), unordered)]
    name: String,
    ts: i64,
}

fn main() {}
