use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(8, with = 300)]
    name: String,
}

fn main() {}
