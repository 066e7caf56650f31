use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(
    salt(md5, buckets = 16, of(..), digits(3)),
    split(keys(
        "000", "001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "011", "012", "013", "014", "015", "016"
    ))
)]
struct Key {
    id: String,
}

fn main() {}
