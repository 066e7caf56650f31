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
//! | order | Keys of one bucket sort as [`Laws::ordered_by`] says. |
//! | batch | A batch holds the keys that its rows have alone. |
//! | refusal | Each way to encode refuses what one of them refuses, and what [`Laws::refusing`] names; it writes nothing then. |
//! | regions | A row lies in the region that [`explain`](crate::RowKey::explain) names, and its bucket is one of the salt's. |
//! | scans | A plan finds the rows that a plain filter over all rows finds, merged in order, in both directions, and page by page; of an enum, a plan of one kind, and one of all kinds. |
//! | lock | The layout is the one that [`Laws::locked`] names, and each key of [`Laws::stored`] is still that of a row. |
//!
//! The types own what they hold: of a key that borrows, give a twin with `String` and `Vec<u8>`.
//!
//! Rows are made without a word about their fields: a walk through the layout's language makes bytes, which are decoded. A failure is
//! shrunk to few rows with small values, as `Debug` shows them. It needs the cargo feature `laws`, which brings [`proptest`](https://docs.rs/proptest); its
//! environment variables (`PROPTEST_CASES`, for example) count here.

mod keys;
mod rows;
mod scans;
mod shrink;

use crate::OwnedKey;
use core::any::Any;
use core::cmp::Ordering;
use core::fmt::Debug;
use core::marker::PhantomData;
use core::mem::replace;
use core::panic::AssertUnwindSafe;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, Reason, TestCaseError, TestError, TestRunner};
use std::format;
use std::panic::catch_unwind;
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
    refused: Option<fn() -> Vec<K>>,
    locked: Option<&'static str>,
    stored: &'static [&'static [u8]],
    key: PhantomData<fn() -> K>,
}

/// How many cases without a row are given up for each one with rows.
const MOST_REJECTS: u32 = 4;

/// How many rows are tried in place of those of a failure.
const MOST_SMALLER: usize = 4_096;

/// A law that does not hold, and why.
type Outcome = Result<(), TestCaseError>;

/// Fails with the name of a law and of what it is about, unless both are the same.
fn same<T: PartialEq + Debug>(found: &T, expected: &T, about: core::fmt::Arguments<'_>) -> Outcome {
    match found == expected {
        true => Ok(()),
        false => Err(TestCaseError::fail(format!("{about}: expected {expected:02X?}, found {found:02X?}"))),
    }
}

/// Some rows, the choices of the bytes that are made of their keys, and those of the questions that they are asked.
#[derive(Debug)]
struct Case<K> {
    rows: Vec<K>,
    /// The bytes that each row was read from: a codec that breaks its word writes others.
    read: Vec<Vec<u8>>,
    changes: Vec<u16>,
    questions: Vec<u16>,
}

impl<K> Laws<K> {
    /// The laws that need to know nothing of the fields, in as many cases as `proptest` has by default: 256.
    #[must_use]
    pub fn new() -> Self {
        let cases = Config::default().cases;
        Self { cases, order: None, refused: None, locked: None, stored: &[], key: PhantomData }
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

    /// No row can be encoded that this function returns: each has a value that its codec or the salt refuses.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey::laws::Laws;
    /// #[derive(RowKey, Debug)]
    /// struct Place {
    ///     #[pad(3)]
    ///     country: String,
    /// }
    ///
    /// Laws::<Place>::new().refusing(|| vec![Place { country: "Chad".into() }]).check();
    /// ```
    #[must_use]
    pub fn refusing(self, rows: fn() -> Vec<K>) -> Self {
        Self { refused: Some(rows), ..self }
    }

    /// The layout is the one that [`Layout::lock`](crate::Layout::lock) writes in this line. Unlike `#[rowkey(layout = "..")]`, the line
    /// may come from a file that other programs share (`include_str!`): a line break at its end does not count.
    #[must_use]
    pub fn locked(self, line: &'static str) -> Self {
        Self { locked: Some(line), ..self }
    }

    /// These keys, which are in a table, are still keys of rows. A lock names a codec of your own and does not see what it writes; keys
    /// that it has written do.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey::laws::Laws;
    /// #[derive(RowKey, Debug)]
    /// struct Reading {
    ///     device: u16,
    ///     #[rowkey(desc)]
    ///     hour: u8,
    /// }
    ///
    /// Laws::<Reading>::new()
    ///     .locked("device: u16 as 2-byte number | hour: u8 as 1-byte number, complemented desc")
    ///     .stored(&[b"\x00\x07\xFF", b"\x01\x00\xE8"])
    ///     .check();
    /// ```
    #[must_use]
    pub fn stored(self, keys: &'static [&'static [u8]]) -> Self {
        Self { stored: keys, ..self }
    }

    /// Holds random rows to the laws.
    ///
    /// # Panics
    ///
    /// If a law does not hold: the message names it, and shows the rows.
    pub fn check(self)
    where
        // Not of the type: rustc then says what a key lacks, and not that there is no function `new`.
        K: OwnedKey<EncodeError: Debug> + Debug,
    {
        // A file of old failures would lie beside the sources of this crate. Cases are shrunk here, without a change of the law.
        let config = Config {
            cases: self.cases,
            failure_persistence: None,
            max_shrink_iters: 0,
            max_local_rejects: self.cases.saturating_mul(MOST_REJECTS),
            ..Config::default()
        };
        let cases = (keys::some_rows(), vec(any::<u16>(), 0..48), vec(any::<u16>(), 0..64));
        let cases = cases.prop_map(|(rows, changes, questions)| {
            let (rows, read) = rows.into_iter().unzip();
            Case { rows, read, changes, questions }
        });
        let name = K::LAYOUT.name();
        if let Err(error) = self.check_given() {
            panic!("`{name}` breaks a law: {}", reason_of(error));
        }
        let run = || {
            TestRunner::new(config)
                .run(&cases, |case| self.reason(&case).map_or(Ok(()), |reason| Err(TestCaseError::Fail(reason))))
        };
        let found = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            panic!("`{name}` breaks a law: a panic while rows are made: {}", words_of(&*panic));
        });
        match found {
            Ok(()) => {}
            Err(TestError::Fail(reason, mut case)) => {
                let reason = self.shrink(&mut case, reason);
                let rows: Vec<String> = case.rows.iter().map(|row| format!("    {row:?}\n")).collect();
                panic!("`{name}` breaks a law: {reason}\nfound with these rows:\n{}", rows.concat())
            }
            Err(TestError::Abort(reason)) => panic!("no rows of `{name}` can be made: {reason}"),
        }
    }
}

impl<K: OwnedKey<EncodeError: Debug> + Debug> Laws<K> {
    /// Makes a case smaller as long as it breaks the same law, and returns how that is broken then.
    fn shrink(&self, case: &mut Case<K>, broken: Reason) -> Reason {
        let mut broken = broken;
        // Fewer choices let rows go, and small rows are often alike.
        for _ in 0..2 {
            self.shrink_choices(case, &mut broken, |case| &mut case.questions);
            self.shrink_choices(case, &mut broken, |case| &mut case.changes);
            self.drop_rows(case, &mut broken);
            self.shrink_rows(case, &mut broken);
        }
        self.drop_rows(case, &mut broken);
        broken
    }

    fn drop_rows(&self, case: &mut Case<K>, broken: &mut Reason) {
        let mut at = 0;
        while case.rows.len() > 1 && at < case.rows.len() {
            let (row, read) = (case.rows.remove(at), case.read.remove(at));
            if !self.still_breaks(case, broken) {
                case.rows.insert(at, row);
                case.read.insert(at, read);
                at += 1;
            }
        }
    }

    fn shrink_rows(&self, case: &mut Case<K>, broken: &mut Reason) {
        let (mut at, mut tried) = (0, 0);
        while at < case.rows.len() && tried < MOST_SMALLER {
            let is_smaller = shrink::smaller(&case.rows[at], &case.read[at]).into_iter().any(|(row, read)| {
                tried += 1;
                let larger = (replace(&mut case.rows[at], row), replace(&mut case.read[at], read));
                let is_broken = self.still_breaks(case, broken);
                if !is_broken {
                    (case.rows[at], case.read[at]) = larger;
                }
                is_broken
            });
            // Beside a smaller row, those before it may shrink further.
            at = if is_smaller { 0 } else { at + 1 };
        }
    }

    /// Leaves out the last choices, and makes zeros of the others: zero chooses what is simplest.
    fn shrink_choices(&self, case: &mut Case<K>, broken: &mut Reason, choices: fn(&mut Case<K>) -> &mut Vec<u16>) {
        let all = choices(case).clone();
        for width in 0..all.len() {
            choices(case).truncate(width);
            if self.still_breaks(case, broken) {
                break;
            }
            choices(case).clone_from(&all);
        }
        for at in 0..choices(case).len() {
            let choice = replace(&mut choices(case)[at], 0);
            if choice > 0 && !self.still_breaks(case, broken) {
                choices(case)[at] = choice;
            }
        }
    }

    /// `true` if these rows break the law that `broken` names. That is then how they break it.
    fn still_breaks(&self, case: &Case<K>, broken: &mut Reason) -> bool {
        let found = self.reason(case).filter(|found| law_of(found) == law_of(broken));
        let is_broken = found.is_some();
        *broken = found.unwrap_or_else(|| broken.clone());
        is_broken
    }

    /// How a law is broken with these rows; `None` if none is.
    fn reason(&self, case: &Case<K>) -> Option<Reason> {
        match catch_unwind(AssertUnwindSafe(|| self.check_case(case))) {
            Ok(Ok(()) | Err(TestCaseError::Reject(_))) => None,
            Ok(Err(TestCaseError::Fail(reason))) => Some(reason),
            Err(panic) => Some(format!("a panic: {}", words_of(&*panic)).into()),
        }
    }

    /// The laws of what is given: the lock, the keys that are stored, and the rows that are refused.
    fn check_given(&self) -> Outcome {
        if let Some(locked) = self.locked {
            let (found, expected) = (K::LAYOUT.lock(), locked.trim_end_matches(['\r', '\n']));
            if found != expected {
                return Err(TestCaseError::fail(format!("lock: the layout: expected {expected:?}, found {found:?}")));
            }
        }
        for key in self.stored {
            if let Err(error) = K::decode(key) {
                let key = key.escape_ascii();
                return Err(TestCaseError::fail(format!("lock: the stored key '{key}' is not one any more: {error}")));
            }
            rows::strictness::<K>(key)?;
        }
        let refused = self.refused.map(|rows| rows()).unwrap_or_default();
        refused.iter().try_for_each(|row| rows::refusal(row, &[]))
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
        for key in &keys {
            // The same choices for each key, so that it does not matter which others there are.
            let changed = rows::changed(key, &mut keys::chooser(&case.changes));
            rows::strictness::<K>(&changed)?;
            // A codec or a salt may refuse what is read.
            if let Some(refused) = K::decode_lenient(&changed).ok().filter(|row| row.encode().is_err()) {
                rows::refusal(&refused, &case.rows)?;
            }
        }
        scans::hold(&case.rows, &keys, &case.questions)
    }
}

/// The words of a panic.
fn words_of(panic: &(dyn Any + Send)) -> &str {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}

/// The name of the law that is broken.
fn law_of(reason: &Reason) -> &str {
    reason.message().split(':').next().unwrap_or_default()
}

/// How a law is broken.
fn reason_of(error: TestCaseError) -> Reason {
    match error {
        TestCaseError::Fail(reason) | TestCaseError::Reject(reason) => reason,
    }
}

impl<K> Default for Laws<K> {
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
