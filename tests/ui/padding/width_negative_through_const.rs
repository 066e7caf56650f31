use rowkey::RowKey;

const WIDTH: i32 = -20;

#[derive(RowKey)]
struct Key {
    #[pad(WIDTH)]
    name: String,
    ts: i64,
}

fn main() {}
