use rowkey::{KeyCode, RowKey};

const SEPARATOR: &str = "_";
const SET: &str = "0-9";
const CODE: u8 = 1;

#[derive(RowKey)]
#[rowkey(separator = SEPARATOR, prefix = CODE, split(keys(SET)))]
struct Key {
    #[rowkey(chars(SET))]
    phone: String,
    at: i64,
}

#[derive(KeyCode)]
enum Side {
    #[code(CODE)]
    Caller,
}

fn main() {}
