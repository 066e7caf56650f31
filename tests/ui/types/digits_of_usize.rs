use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(decimal)]
    id: usize,
}

fn main() {}
