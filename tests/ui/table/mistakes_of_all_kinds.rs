use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByA(a, a), ByB(b; salt(buckets = 1, of(a))), ByA(b), ByC(c; desc)))]
struct Key {
    a: u64,
    b: u64,
}

fn main() {}
