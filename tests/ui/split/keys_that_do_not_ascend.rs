use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys("g", "p", "k")))]
struct Key {
    name: String,
}

fn main() {}
