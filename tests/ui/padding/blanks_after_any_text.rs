use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(8, with = b' ')]
    name: String,
}

fn main() {}
