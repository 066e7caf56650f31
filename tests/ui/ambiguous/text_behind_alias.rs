use rowkey::RowKey;

type Host = String;

#[derive(RowKey)]
struct Key {
    host: Host,
    ts: i64,
}

fn main() {}
