use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 6, of(id.int)))]
struct Key {
    #[rowkey(len(20), chars("0-9"))]
    id: String,
}

fn main() {}
