use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(reverse_text)]
    id: u64,
}

fn main() {}
