//! A crate that does not depend on `rowkey`, and calls its derives by other names.
#![cfg(test)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, clippy::nursery)]

use house::storage::{keys, KeyCode, Keyed};

/// A key.
#[derive(Keyed, Debug, Clone, PartialEq, Eq)]
#[rowkey(crate = house::storage::keys, separator = "_", split(after = "|"))]
#[rowkey(index(
    #[derive(Debug, Clone, PartialEq, Eq)]
    unique BySide(side, phone; prefix = "s:"),
))]
pub struct Call {
    /// Eleven digits.
    #[salt(md5, buckets = 16, digits(2))]
    #[rowkey(len(11), chars("0-9"))]
    pub phone: String,
    /// Of the call.
    pub side: Side,
    /// As text.
    #[rowkey(decimal)]
    pub seconds: u32,
}

/// A code.
#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq)]
#[rowkey(crate = keys)]
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
    let call = Call { phone: "13362666677".into(), side: Side::Callee, seconds: 180 };
    let key = call.encode().unwrap();
    assert!(key.ends_with(b"_13362666677_b_180"));
    assert_eq!(Call::decode(&key), Ok(call.clone()));
    assert_eq!(Call::SPLIT_KEYS.len(), 15);
    let by_side = BySide::from(&call);
    assert_eq!(by_side.encode().unwrap(), *b"s:b_13362666677");
    let plan: keys::Plan<_> = BySide::scan().side(Side::Callee).phone(keys::starts_with("133")).plan().unwrap();
    assert_eq!(plan.ranges().len(), 1);
}
