use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(8, with = "ab")]
    name: String,
}

fn main() {}
