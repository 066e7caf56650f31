//! With other names in place of the prelude's, through a re-export, and beside another crate of the same name.
#![allow(dead_code)]
#![expect(unused_imports, reason = "names in place of the prelude's")]

extern crate rowkey as original;

use not_the_prelude::*;

#[path = "../../not_the_prelude.rs"]
mod not_the_prelude;

mod keys {
    pub use ::original::*;
}

mod rowkey {}

#[derive(keys::RowKey)]
#[rowkey(crate = crate::keys, salt(md5, buckets = 16, of(..), digits(2)))]
struct Call<'a> {
    side: Side,
    #[pad(8)]
    host: &'a str,
    #[rowkey(skip)]
    seen: bool,
    #[rowkey(time("%F %R", offset = "+08:00", floor), desc)]
    at: ::jiff::Timestamp,
}

#[derive(keys::KeyCode)]
#[rowkey(crate = keys)]
enum Side {
    #[code(1)]
    Caller,
}

#[test]
fn compiles_and_runs() {
    let call = Call { side: Side::Caller, host: "a", seen: false, at: ::jiff::Timestamp::UNIX_EPOCH };
    let key = <Call<'_> as keys::RowKey>::encode(&call);
    let key = ::std::result::Result::unwrap(key);
    ::std::assert!(<Call<'_> as keys::RowKey>::decode(&key).is_ok());
    let _ = <Call<'_> as keys::RowKey>::scan().side(Side::Caller).plan();
}
