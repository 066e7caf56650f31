//! A layout that is what it is locked to.

use rowkey::{KeyCode, RowKey};

#[derive(KeyCode, Debug)]
enum Kind {
    #[code("it's")]
    Quoted,
    #[code(b"\\\x00")]
    Bytes,
}

#[derive(RowKey, Debug)]
#[rowkey(
    layout = r"kind: code of Quoted, Bytes as one of 'it\x27s' '\x5C\x00' unordered | '#' | id: (a: u8 as 1-byte number) as (1-byte number)"
)]
struct Locked {
    #[rowkey(separator = "#", allow(unordered))]
    kind: Kind,
    id: Inner,
}

#[derive(RowKey, Debug)]
#[rowkey(layout = "a: u8 as 1-byte number")]
struct Inner {
    a: u8,
}

#[test]
fn compiles_and_runs() {
    let _ = Locked { kind: Kind::Quoted, id: Inner { a: 1 } }.encode();
    let _ = Kind::Bytes;
}

rowkey::laws!(Locked, Inner);
