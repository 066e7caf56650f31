use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts]
    #[rowkey(hex(16))]
    at: u64,
}

fn main() {}
