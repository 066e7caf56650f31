use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys("3", "6", "a", "d")))]
struct Key {
    #[rowkey(len(8), chars("0-9"))]
    id: String,
}

fn main() {}
