use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys("g", "g")))]
struct Key {
    name: String,
}

fn main() {}
