use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(uniform, regions = 16))]
struct Key {
    #[rowkey(len(32), chars("0-9a-f"))]
    id: String,
}

fn main() {}
