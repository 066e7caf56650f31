//! Labels of a digest that go on beyond 7FFFFFFF, where the split keys end. Digits can be shifted if a number of buckets counts them.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "::", split(md5_string, regions = 500))]
struct Seven {
    #[salt(md5, hex(7))]
    id: String,
}

#[derive(RowKey)]
#[rowkey(split(md5_string, regions = 500))]
struct Whole {
    #[salt(md5, hex(32))]
    id: String,
}

fn main() {
    let _ = (Seven::LAYOUT, Whole::LAYOUT);
}
