use rowkey::RowKey;

const BLANK: u32 = 288;

#[derive(RowKey)]
struct Key {
    #[pad(8, with = BLANK)]
    name: String,
}

fn main() {}
