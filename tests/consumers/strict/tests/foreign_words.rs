//! Another derive may own our bare words: then ours stand in `#[rowkey(..)]`.

use rowkey::RowKey;

#[derive(RowKey, Debug)]
struct Call {
    #[pad = "left"]
    #[rowkey(pad(20))]
    phone: String,
    #[cfg_attr(all(), rowkey(reverse_ts))]
    #[cfg_attr(any(), rowkey(no_such_item))]
    at: i64,
}

#[test]
fn compiles_and_runs() {
    assert_eq!(Call::LAYOUT.fields().len(), 2);
}

rowkey::laws!(Call);
