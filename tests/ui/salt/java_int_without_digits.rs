use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 6, of(kind.first(2).java_int)))]
struct Key {
    #[rowkey(pad(4), chars("a-z"))]
    kind: String,
}

fn main() {}
