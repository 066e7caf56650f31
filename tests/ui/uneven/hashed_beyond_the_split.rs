//! The whole digest as a field of its own, between split keys that end at 7FFFFFFF.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(md5_string, regions = 500))]
struct Id {
    #[rowkey(hashed, len(32), chars("0-9a-f"))]
    md5: String,
    id: String,
}

fn main() {
    let _ = Id::LAYOUT;
}
