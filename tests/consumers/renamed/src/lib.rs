//! A crate of edition 2021 that knows `rowkey` only as `keys`, and whose names hide those of the prelude.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, clippy::nursery)]

#[allow(unused_imports, clippy::wildcard_imports)]
use not_the_prelude::*;

use ::std::string::String;

#[path = "../../not_the_prelude.rs"]
mod not_the_prelude;

/// A key.
#[derive(::keys::RowKey, ::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::std::cmp::Eq)]
#[rowkey(crate = ::keys, split(regions = 4))]
#[rowkey(index(
    #[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::std::cmp::Eq)]
    unique ByPhone(phone, side; salt(buckets = 4, of(phone))),
))]
pub struct Call {
    /// A code.
    pub side: Side,
    /// Text, up to its end mark.
    #[rowkey(terminated, desc)]
    pub phone: String,
    inner: Inner,
}

#[derive(::keys::RowKey, ::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::std::cmp::Eq)]
#[rowkey(crate = ::keys)]
struct Inner(u32, #[rowkey(chars("a-z"))] String);

/// A code.
#[derive(::keys::KeyCode, ::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::std::cmp::Eq)]
#[rowkey(crate = ::keys)]
pub enum Side {
    /// Who calls.
    #[code(1)]
    Caller,
    /// Who is called.
    #[code(2)]
    Callee,
    /// Nobody.
    #[code(3)]
    Nobody,
    /// Anybody.
    #[code(4)]
    Anybody,
}

#[test]
fn a_key_comes_back() {
    use ::keys::RowKey;
    use ::std::convert::From;
    use ::std::result::Result::Ok;

    let call = Call { side: Side::Callee, phone: String::from("133"), inner: Inner(5, String::from("a")) };
    let by_phone = ByPhone::from(&call);
    ::std::assert_eq!(ByPhone::decode(&by_phone.key()), Ok(by_phone));
    ::std::assert_eq!(Call::decode(&call.encode().unwrap()), Ok(call));
    ::std::assert_eq!(Call::SPLIT_KEYS, [[2], [3], [4]]);
}
