use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple)]
struct Pair {
    name: String,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(encoding = ordered_code)]
struct Ordered {
    name: String,
    id: i64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "P")]
    Pair(Pair),
    #[rowkey(tag = "O")]
    Ordered(Ordered),
}

fn main() {}
