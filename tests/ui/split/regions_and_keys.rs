use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(regions = 4, keys("g")))]
struct Key {
    id: u64,
}

fn main() {}
