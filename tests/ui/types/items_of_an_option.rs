use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(terminated)]
    host: Option<String>,
    #[reverse_ts]
    at: Option<i64>,
}

#[derive(RowKey)]
struct Newest {
    #[reverse_ts]
    at: Option<i64>,
}

fn main() {}
