//! A crate of edition 2018: fields may be called `gen`, and `TryFrom` is not in the prelude.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, clippy::nursery, clippy::cargo)]
#![allow(clippy::cargo_common_metadata, clippy::multiple_crate_versions)]

use rowkey::{KeyCode, RowKey};

/// A key.
#[derive(RowKey, Debug, Clone, PartialEq, Eq)]
#[rowkey(separator = "_", salt(xor, buckets = 6, of(phone.last(4).int, gen)))]
#[rowkey(index(
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    unique ByGen(gen, r#type, seen),
))]
pub struct Call<'a> {
    /// Text.
    #[pad(20)]
    pub phone: &'a str,
    /// A keyword since 2024.
    pub gen: u16,
    /// A keyword.
    pub r#type: Side,
    /// Not in the key.
    #[rowkey(skip)]
    pub seen: bool,
    /// Newest first.
    #[reverse_ts]
    pub at: i64,
}

/// A code.
#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Who calls.
    #[code("a")]
    Caller,
    /// Who is called.
    #[code("b")]
    Callee,
}

#[test]
fn a_key_comes_back() {
    let call = Call { phone: "133", gen: 1, r#type: Side::Callee, seen: false, at: 5 };
    let key = call.encode().unwrap();
    let by_gen = ByGen::from(&call);
    assert_eq!(ByGen::decode(&by_gen.key()), Ok(by_gen));
    assert_eq!(Call::decode(&key), Ok(call));
    let plan = Call::scan().phone("133").gen(1).r#type(Side::Callee).at(..9).plan().unwrap();
    assert_eq!(plan.ranges().len(), 1);
}
