use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(bucket = 6, of(phon, at.yearmonth, kind.int), digit(2)))]
struct Key {
    phone: u64,
    at: i64,
    kind: u8,
}

fn main() {}
