use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts]
    #[rowkey(reverse_text)]
    at: u64,
}

fn main() {}
