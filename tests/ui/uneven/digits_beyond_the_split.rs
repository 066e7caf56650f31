//! Digits of md5 that go on to `fffffff`, in a table whose split keys end at 7FFFFFFF: made for digits that are shifted.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "::", split(md5_string, regions = 500))]
struct Id {
    #[salt(md5, buckets = 1 << 28, hex(7))]
    id: String,
}

fn main() {
    let _ = Id::LAYOUT;
}
