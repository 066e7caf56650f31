use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[reverse_ts]
    at: String,
}

fn main() {}
