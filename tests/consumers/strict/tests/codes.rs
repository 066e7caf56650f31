//! Codes that are one step from a refusal.
#![allow(dead_code)]

use rowkey::{KeyCode, RowKey};

/// None the start of another, of several widths, in ascending order.
#[derive(KeyCode, Debug, PartialEq)]
enum Wide {
    #[code(0)]
    Least,
    #[code("a")]
    A,
    #[code(b"b\x00")]
    B,
    #[code("bb")]
    Bb,
    #[code(255)]
    Greatest,
}

#[derive(KeyCode, Debug, PartialEq)]
enum Alone {
    #[code("only one")]
    One,
}

#[derive(RowKey, Debug, PartialEq)]
struct Last {
    id: u8,
    wide: Wide,
}

#[derive(RowKey, Debug, PartialEq)]
struct Ended {
    #[rowkey(separator = "_")]
    wide: Wide,
    alone: Alone,
}

#[derive(RowKey, Debug, PartialEq)]
struct OptedOut {
    wide: Wide,
    other: Option<Same>,
    id: u8,
}

#[derive(KeyCode, Debug, PartialEq)]
enum Same {
    #[code("xx")]
    X,
    #[code("yy")]
    Y,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(split(regions = 2))]
struct Salted {
    #[salt(xor, buckets = 2)]
    same: Same,
}

#[test]
fn compiles_and_runs() {
    let key = Last { id: 1, wide: Wide::B };
    assert_eq!(Last::decode(&key.encode().unwrap()), Ok(key));
    let key = Ended { wide: Wide::Bb, alone: Alone::One };
    assert_eq!(key.encode().unwrap(), b"bb_only one");
    let key = OptedOut { wide: Wide::A, other: None, id: 9 };
    assert_eq!(OptedOut::decode(b"a\0\0\0\x09"), Ok(key));
    assert!(OptedOut::decode(b"c\0\0\0\x09").is_err());
}

rowkey::laws!(Last, Ended, OptedOut, Salted);
