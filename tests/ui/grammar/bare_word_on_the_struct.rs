use rowkey::RowKey;

#[derive(RowKey)]
#[pad(20)]
struct Key {
    name: String,
}

fn main() {}
