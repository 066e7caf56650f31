//! Bare `pad`, `salt` and `reverse_ts` are another derive's here: ours stand in `#[rowkey(..)]`.
#![cfg(test)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, clippy::nursery)]

use foreign_derive::Seasoned;
use rowkey::RowKey;

/// A key, and a dish.
#[derive(RowKey, Seasoned, Debug, Clone, PartialEq, Eq)]
#[salt("of the sea")]
#[rowkey(separator = "_")]
pub struct Dish {
    /// Both say something of it.
    #[pad = "left"]
    #[rowkey(pad(8))]
    #[rowkey(salt(xor, buckets = 4))]
    #[salt]
    pub name: String,
    /// Only the other derive says something of it.
    #[salt(grains = 3)]
    #[pad]
    pub table: u16,
    /// In the other order.
    #[rowkey(reverse_ts)]
    #[reverse_ts = "twice"]
    pub at: i64,
}

#[test]
fn each_derive_reads_its_own() {
    assert_eq!(Dish::WORDS, 6);
    let dish = Dish { name: "soup".into(), table: 7, at: -1 };
    let key = dish.encode().unwrap();
    assert_eq!(key[1..], *b"_soup\0\0\0\0_\0\x07_\x80\0\0\0\0\0\0\0");
    assert_eq!(Dish::decode(&key), Ok(dish));
    assert_eq!(Dish::scan().name("soup").plan().unwrap().ranges().len(), 1);
}
