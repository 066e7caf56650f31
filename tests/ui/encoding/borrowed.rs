//! Texts of a tuple that could only borrow from the key, where bytes are escaped; and two nulls, which a tuple does not tell apart.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(encoding = fdb_tuple)]
struct Event<'k> {
    name: &'k str,
    bytes: Option<&'k [u8]>,
    twice: Option<Option<u8>>,
}

fn main() {}
