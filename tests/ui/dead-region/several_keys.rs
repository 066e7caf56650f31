use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys("0", "5", "a", "b", "c")))]
struct Key {
    #[rowkey(len(8), chars("0-9"))]
    id: String,
}

fn main() {}
