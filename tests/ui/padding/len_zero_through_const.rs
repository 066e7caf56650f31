use rowkey::RowKey;

const WIDTH: usize = 0;

#[derive(RowKey)]
struct Key {
    #[rowkey(len(WIDTH))]
    name: String,
    ts: i64,
}

fn main() {}
