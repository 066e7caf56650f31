use rowkey::RowKey;

struct Mine;

#[derive(RowKey)]
struct Key {
    #[rowkey(with = Mine)]
    id: u64,
}

fn main() {}
