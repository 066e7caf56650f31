use rowkey::RowKey;

#[derive(RowKey)]
struct Call {
    host: String,
    #[rowkey(pad(8, with = b'0'), chars("0-9"))]
    id: String,
    kind: usize,
    name: Option<String>,
    at: i64,
}

#[derive(RowKey)]
#[rowkey(split(regions = 300), salt(xor, buckets = 300, of(kind)))]
struct Other {
    kind: u8,
    host: String,
    at: i64,
}

fn main() {}
