use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 16))]
struct Key {
    name: String,
}

fn main() {}
