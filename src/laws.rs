//! Laws that every row key keeps, held against random rows of your own key types: one line in your tests.
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug)]
//! struct Call {
//!     #[salt(buckets = 16)]
//!     #[pad(20)]
//!     phone: String,
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! # mod tests {
//! # use super::*;
//! rowkey::laws!(Call);
//! # }
//! ```
//!
//! The derive proves what a layout promises, as far as it knows it. It cannot know a codec of your own (`with = ..`), a type of your own
//! (`via = ..`), or what a later change of a type does to rows that are stored. These tests see it:
//!
//! | law | |
//! |---|---|
//! | round trip | A row comes back from its key, alone and from the middle of a buffer, and from the keys of older generations. |
//! | strictness | Bytes that decode are the key of what they decode to; every other byte string is an error, and none panics. |
//! | one key | Two rows have one key only if they are the same row. |
//! | order | Keys of one bucket sort as [`Laws::ordered_by`] says; a batch holds the keys of its rows. |
//! | regions | A row lies in the region that [`explain`](crate::RowKey::explain) names, and its bucket is one of the salt's. |
//! | scans | A plan finds the rows that a plain filter over all rows finds, merged in order, in both directions, and page by page. |
//!
//! Rows are made without a word about their fields: a walk through the layout's language makes bytes, which are decoded. A failure is
//! shrunk to few rows with small values. It needs the cargo feature `laws`, which brings [`proptest`]; its environment variables
//! (`PROPTEST_CASES`, for example) count here.

mod keys;
mod rows;
mod scans;

use crate::OwnedKey;
use core::cell::RefCell;
use core::cmp::Ordering;
use core::fmt::Debug;
use core::marker::PhantomData;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, Reason, TestCaseError, TestError, TestRunner};
use std::format;
use std::string::String;
use std::vec::Vec;

pub use keys::keys;

/// Makes a test that holds key types to their [laws](mod@crate::laws).
///
/// The test is named `row_keys_keep_their_laws`, so a module has one such line, with all types: `rowkey::laws!(Call, Row);`.
#[macro_export]
macro_rules! laws {
    ($($key:ty),+ $(,)?) => {
        #[test]
        fn row_keys_keep_their_laws() {
            $($crate::laws::Laws::<$key>::new().check();)+
        }
    };
}

/// The laws of the keys `K`, for tests that say more than [`laws!`](crate::laws!) does.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::laws::Laws;
/// use std::cmp::Reverse;
///
/// #[derive(RowKey, Debug)]
/// struct Reading {
///     device: u32,
///     #[rowkey(desc)]
///     at: i64,
/// }
///
/// Laws::<Reading>::new()
///     .ordered_by(|a, b| (a.device, Reverse(a.at)).cmp(&(b.device, Reverse(b.at))))
///     .check();
/// ```
pub struct Laws<K> {
    cases: u32,
    order: Option<fn(&K, &K) -> Ordering>,
    key: PhantomData<fn() -> K>,
}

/// How many cases without a row are given up for each one with rows.
const MOST_REJECTS: u32 = 4;

/// A law that does not hold, and why.
type Outcome = Result<(), TestCaseError>;

/// Fails with the name of a law and of what it is about, unless both are the same.
fn same<T: PartialEq + Debug>(found: &T, expected: &T, about: core::fmt::Arguments<'_>) -> Outcome {
    match found == expected {
        true => Ok(()),
        false => Err(TestCaseError::fail(format!("{about}: expected {expected:02X?}, found {found:02X?}"))),
    }
}

/// Some rows, and the choices of the questions that they are asked.
#[derive(Debug)]
struct Case<K> {
    rows: Vec<K>,
    choices: Vec<u16>,
}

impl<K: OwnedKey<EncodeError: Debug> + Debug> Laws<K> {
    /// The laws that need to know nothing of the fields, in as many cases as `proptest` has by default: 256.
    #[must_use]
    pub fn new() -> Self {
        Self { cases: Config::default().cases, order: None, key: PhantomData }
    }

    /// In so many cases.
    #[must_use]
    pub fn cases(self, cases: u32) -> Self {
        Self { cases, ..self }
    }

    /// The keys of one bucket also sort as this function says.
    #[must_use]
    pub fn ordered_by(self, order: fn(&K, &K) -> Ordering) -> Self {
        Self { order: Some(order), ..self }
    }

    /// Holds random rows to the laws.
    ///
    /// # Panics
    ///
    /// If a law does not hold: the message names it, and shows the rows.
    pub fn check(self) {
        // A file of old failures would lie beside the sources of this crate.
        let config = Config {
            cases: self.cases,
            failure_persistence: None,
            max_local_rejects: self.cases.saturating_mul(MOST_REJECTS),
            ..Config::default()
        };
        let cases = (keys::some_rows(), vec(any::<u16>(), 0..64)).prop_map(|(rows, choices)| Case { rows, choices });
        let name = K::LAYOUT.name();
        let broken = RefCell::new(None);
        match TestRunner::new(config).run(&cases, |case| self.check_first(&case, &mut broken.borrow_mut())) {
            Ok(()) => {}
            Err(TestError::Fail(reason, mut case)) => {
                let reason = self.drop_rows(&mut case, &mut broken.borrow_mut()).unwrap_or(reason);
                let rows: Vec<String> = case.rows.iter().map(|row| format!("    {row:?}\n")).collect();
                panic!("`{name}` breaks a law: {reason}\nfound with these rows:\n{}", rows.concat())
            }
            Err(TestError::Abort(reason)) => panic!("no rows of `{name}` can be made: {reason}"),
        }
    }

    /// Fails only if the law is broken that was the first to be: smaller rows than those that broke it may break another.
    fn check_first(&self, case: &Case<K>, first: &mut Option<String>) -> Outcome {
        match self.check_case(case) {
            Err(TestCaseError::Fail(reason)) => {
                let law = reason.message().split(':').next().unwrap_or_default();
                let is_first = *first.get_or_insert_with(|| law.into()) == law;
                if is_first { Err(TestCaseError::Fail(reason)) } else { Ok(()) }
            }
            other => other,
        }
    }

    /// Drops each row without which a law is still broken, and returns how that one is. Shrinking leaves such rows, because a row is
    /// made out of the one before: without that, it would be another.
    fn drop_rows(&self, case: &mut Case<K>, first: &mut Option<String>) -> Option<Reason> {
        let (mut broken, mut at) = (None, 0);
        while case.rows.len() > 1 && at < case.rows.len() {
            let row = case.rows.remove(at);
            match self.check_first(case, first) {
                Err(TestCaseError::Fail(reason)) => broken = Some(reason),
                _ => {
                    case.rows.insert(at, row);
                    at += 1;
                }
            }
        }
        broken
    }

    fn check_case(&self, case: &Case<K>) -> Outcome {
        let keys = case.rows.iter().map(rows::round_trip).collect::<Result<Vec<_>, _>>()?;
        for key in &keys {
            rows::region::<K>(key)?;
        }
        rows::one_key(&case.rows, &keys)?;
        rows::batch(&case.rows, &keys)?;
        if let Some(order) = self.order {
            rows::order(&case.rows, &keys, order)?;
        }
        let mut choose = keys::chooser(&case.choices);
        for key in &keys {
            rows::strictness::<K>(&rows::changed(key, &mut choose))?;
        }
        scans::hold(&case.rows, &keys, &mut choose)
    }
}

impl<K: OwnedKey<EncodeError: Debug> + Debug> Default for Laws<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K> Debug for Laws<K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let is_ordered = self.order.is_some();
        f.debug_struct("Laws").field("cases", &self.cases).field("is_ordered", &is_ordered).finish_non_exhaustive()
    }
}
