use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time(secs))]
    at: i32,
}

fn main() {}
