use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 6, of(kind.first(2).int)))]
struct Key {
    #[rowkey(len(4), chars("a-z"))]
    kind: String,
}

fn main() {}
