use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts]
    #[rowkey(desc)]
    at: i64,
}

fn main() {}
