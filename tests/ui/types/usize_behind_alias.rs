use rowkey::RowKey;

type Id = usize;

#[derive(RowKey)]
struct Key {
    id: Id,
    at: i64,
}

fn main() {}
