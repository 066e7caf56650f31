//! The law of two functions between key types.

use super::{Outcome, keys::keys};
use crate::{OwnedKey, RowKey};
use core::fmt::Debug;
use proptest::prelude::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::format;
use std::vec::Vec;

/// Checks with random keys that two functions between key types undo each other, as the rows of a table need that move to
/// another key (`MovesTo` of `rowkey-store`, whose macro `move_laws!` calls this function).
///
/// `back(&there(&old))` must be `Some(old)` for each key. For each key that has an old one, `there` must return that key
/// again.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey, Debug)]
/// struct Old(u32);
///
/// #[derive(RowKey, Debug)]
/// struct New(u64);
///
/// rowkey::laws::there_and_back(|old: &Old| New(old.0.into()), |new: &New| new.0.try_into().ok().map(Old));
/// ```
///
/// # Panics
///
/// Panics if the functions do not undo each other. The message shows the keys.
pub fn there_and_back<O: OwnedKey + Debug, N: OwnedKey + Debug>(there: fn(&O) -> N, back: fn(&N) -> Option<O>) {
    check(keys::<O>(), |old| returns(old, &there(old), back(&there(old))));
    check(keys::<N>(), |new| back(new).map_or(Ok(()), |old| returns(new, &old, Some(there(&old)))));
}

/// Compares the key that came back with the key from which it went.
fn returns<F: RowKey + Debug, T: RowKey + Debug>(key: &F, other: &T, back: Option<F>) -> Outcome {
    let fail = |found: &str| {
        TestCaseError::fail(format!("there and back: expected {other:?} to give {key:?} back, found {found}"))
    };
    let bytes =
        |key: &F| key.encode().map(|bytes| Vec::from(bytes.as_ref())).map_err(|error| fail(&format!("{error}")));
    other.encode().map_err(|error| fail(&format!("{error}")))?;
    match back {
        Some(back) if bytes(&back)? == bytes(key)? => Ok(()),
        back => Err(fail(&format!("{back:?}"))),
    }
}

fn check<K: OwnedKey + Debug>(keys: impl Strategy<Value = K>, law: impl Fn(&K) -> Outcome) {
    let config = Config { failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(&keys, |key| law(&key)) {
        panic!("`{}` breaks a law: {error}", K::LAYOUT.name());
    }
}
