use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts]
    at: u32,
}

fn main() {}
