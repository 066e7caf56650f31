//! Property tests for your key types, with random rows: one line in your tests.
//!
//! A law is a property of every correct row key. The macro [`laws!`](crate::laws!) checks all laws for your types:
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
//! The derive proves the properties of a layout at compile time, but it cannot look into a codec (`with = ..`) or a
//! type (`via = ..`) that you wrote yourself. It also cannot know how a later change of a type affects stored rows.
//! These tests find such errors:
//!
//! | law | property |
//! |---|---|
//! | round trip | A row equals the row decoded from its key: alone, from the middle of a buffer, and from keys of older salt versions. So your own function in [`element`](crate::_attributes::keys#element) returns the same bytes for the same input. |
//! | strictness | If bytes decode, they are the key of the resulting row. All other byte strings are errors, without a panic. |
//! | one key | Two rows have the same key only if they are the same row. |
//! | ends | An element of a codec with [`Language::delimited`](crate::language::Language::delimited) ends there before the bytes of any other key, and no part of it is an element. |
//! | order | The keys of one bucket sort in the order of [`Laws::ordered_by`]. |
//! | batch | A batch contains the same keys as encoding each row alone. |
//! | refusal | All encode methods reject the same rows, including the rows of [`Laws::refusing`]. They then write no bytes. |
//! | regions | A row is in the region that [`explain`](crate::RowKey::explain) names, and its bucket is one of the salt's. |
//! | buckets | Random rows reach every bucket of a salt with your own function (`with = ..`), unless it has `allow(empty)`. |
//! | scans | A plan finds the same rows as a filter over all rows: merged in order, in both directions, and page by page. For an enum, this holds for plans of one record type and of all record types. A range finds the rows whose values it contains, as the `PartialOrd` of the field's type compares them. |
//! | lock | The layout matches the line of [`Laws::locked`], and each key of [`Laws::stored`] still belongs to a row. |
//!
//! The ranges find a codec whose language claims an order that its bytes do not have, a codec that rounds without a
//! [`place`](crate::codec::Codec::place), and a conversion (`via = T`) that does not keep the order. They begin and end
//! at values of the rows. For numbers, `String`, `Vec<u8>`, dates, and times, they also begin and end between these
//! values, at values that a codec may round.
//!
//! A type without `PartialOrd` is left out. So is a field that states another order, with
//! [`allow(unordered)`](crate::_attributes::keys#allow). If your codec fails, add its `place`, or state the order of its
//! bytes: [`descending`](crate::language::Language::descending) or [`unordered`](crate::language::Language::unordered).
//!
//! The key types must own their values. For a key that borrows, declare a twin with `String` and `Vec<u8>`.
//!
//! The tests need no generators for your fields. They walk the layout's grammar to generate bytes, and decode these
//! bytes into rows. A failure is shrunk to a few rows with small values, and the message shows them with `Debug`.
//!
//! Enable the feature `laws`, which adds a dependency on [`proptest`](https://docs.rs/proptest). Its environment
//! variables, such as `PROPTEST_CASES`, apply here too.

mod keys;
mod moves;
mod ranges;
mod rows;
mod scans;
mod shrink;

use crate::__private0::empty_buckets;
use crate::{Layout, OwnedKey};
use core::any::Any;
use core::cmp::Ordering;
use core::fmt::Debug;
use core::marker::PhantomData;
use core::mem::replace;
use core::panic::AssertUnwindSafe;
use proptest::collection::vec;
use proptest::prelude::{Rng, any};
use proptest::test_runner::{Config, Reason, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::format;
use std::panic::catch_unwind;
use std::string::String;
use std::vec::Vec;

pub use keys::keys;
pub use moves::there_and_back;

/// Defines a test that checks key types against the [laws](mod@crate::laws).
///
/// The test has the name `row_keys_keep_their_laws`. Write one such line per module, with all types:
/// `rowkey::laws!(Call, Row);`.
#[macro_export]
macro_rules! laws {
    ($($key:ty),+ $(,)?) => {
        #[test]
        fn row_keys_keep_their_laws() {
            $($crate::laws::Laws::<$key>::new().check();)+
        }
    };
}

/// Checks the laws of the key type `K`, with more options than [`laws!`](crate::laws!).
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

/// The maximum number of rejected cases, without a row, per case with rows.
const MOST_REJECTS: u32 = 4;

/// The maximum number of replacement rows tried while shrinking a failure.
const MOST_SMALLER: usize = 4_096;

/// The result of one check: an error names the law and the reason.
type Outcome = Result<(), TestCaseError>;

/// Fails with the name and subject of a law unless both values are equal.
fn same<T: PartialEq + Debug>(found: &T, expected: &T, about: core::fmt::Arguments<'_>) -> Outcome {
    match found == expected {
        true => Ok(()),
        false => Err(TestCaseError::fail(format!("{about}: expected {expected:02X?}, found {found:02X?}"))),
    }
}

/// The choices that make a test case: for its rows, for changing the bytes of their keys, and for queries.
type CaseChoices = (keys::RowChoices, Vec<u16>, Vec<u16>);

/// A test case: rows, random choices for changing the bytes of their keys, and random choices for queries.
#[derive(Debug)]
struct Case<K> {
    rows: Vec<K>,
    /// The bytes that each row was decoded from. A broken codec encodes the row to other bytes.
    read: Vec<Vec<u8>>,
    changes: Vec<u16>,
    questions: Vec<u16>,
}

impl<K> Case<K> {
    /// Exchanges two rows.
    fn swap(&mut self, at: usize, other: usize) {
        self.rows.swap(at, other);
        self.read.swap(at, other);
    }
}

impl<K> Laws<K> {
    /// Creates checks for all laws that need no further input, with the default number of cases in `proptest`: 256.
    #[must_use]
    pub fn new() -> Self {
        let cases = Config::default().cases;
        Self { cases, order: None, refused: None, locked: None, stored: &[], key: PhantomData }
    }

    /// Sets the number of random cases.
    #[must_use]
    pub fn cases(self, cases: u32) -> Self {
        Self { cases, ..self }
    }

    /// Also checks that the keys of one bucket sort in the order of this function.
    #[must_use]
    pub fn ordered_by(self, order: fn(&K, &K) -> Ordering) -> Self {
        Self { order: Some(order), ..self }
    }

    /// Also checks that the rows returned by this function cannot be encoded. Each must have a value that its codec or
    /// the salt rejects.
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

    /// Also checks that [`Layout::lock`](crate::Layout::lock) returns this line.
    ///
    /// Unlike in `#[rowkey(layout = "..")]`, the line can come from a file shared with other programs (`include_str!`).
    /// A line break at its end is ignored.
    #[must_use]
    pub fn locked(self, line: &'static str) -> Self {
        Self { locked: Some(line), ..self }
    }

    /// Also checks that these keys from a table still decode.
    ///
    /// A lock only names your own codecs, so it does not notice when such a codec starts to write other bytes. Stored
    /// keys do.
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

    /// Checks all laws with random rows.
    ///
    /// # Panics
    ///
    /// Panics if a law is broken. The message names the law and shows the rows.
    pub fn check(self)
    where
        // The bounds are here and not on the type, so that rustc names the missing bound instead of a missing function
        // `new`.
        K: OwnedKey<EncodeError: Debug> + Debug,
    {
        let name = K::LAYOUT.name();
        if let Err(error) = self.check_given().and_then(|()| buckets_fill::<K>()) {
            panic!("`{name}` breaks a law: {}", reason_of(error));
        }
        let test = |choices: &CaseChoices| match Case::new(choices)? {
            Some(case) => self.reason(&case).map_or(Ok(()), |reason| Err(TestCaseError::Fail(reason))),
            None => Err(TestCaseError::reject("no row has such a key")),
        };
        match run(self.cases, K::LAYOUT, &test) {
            Ok(()) => {}
            Err(TestError::Fail(reason, choices)) => {
                let Ok(Some(mut case)) = Case::new(&choices) else { panic!("`{name}` breaks a law: {reason}") };
                let reason = self.shrink(&mut case, reason);
                let rows: Vec<String> = case.rows.iter().map(|row| format!("    {row:?}\n")).collect();
                panic!("`{name}` breaks a law: {reason}\nfound with these rows:\n{}", rows.concat())
            }
            Err(TestError::Abort(reason)) => panic!("no rows of `{name}` can be made: {reason}"),
        }
    }
}

/// Checks that random keys reach every bucket of the salts with a function of the user.
fn buckets_fill<K: OwnedKey>() -> Outcome {
    let mut random = TestRng::from_seed(RngAlgorithm::XorShift, &[0x5A; 16]);
    let empty = empty_buckets::<K>(&mut |below| random.next_u32() as usize % below.max(1));
    let Some((key, buckets)) = empty.first() else { return Ok(()) };
    Err(TestCaseError::fail(format!(
        "buckets: no random row of `{key}` is in these buckets of its salt, whose regions stay empty: {buckets:?}; count only the \
         buckets that the function reaches, or write `allow(empty)`"
    )))
}

/// Runs a test with random choices.
///
/// Not a generic function: rustc would compile the runner and the strategies of `proptest` again for each key type.
fn run(
    cases: u32,
    layout: &Layout,
    test: &dyn Fn(&CaseChoices) -> Result<(), TestCaseError>,
) -> Result<(), TestError<CaseChoices>> {
    // A file of old failures would be written next to the sources of this crate. Shrinking is done here, so that a
    // smaller case breaks the same law.
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 0,
        max_global_rejects: cases.saturating_mul(MOST_REJECTS),
        ..Config::default()
    };
    let choices = (keys::some_choices(layout), vec(any::<u16>(), 0..48), vec(any::<u16>(), 0..64));
    TestRunner::new(config).run(&choices, |choices| test(&choices))
}

impl<K: OwnedKey> Case<K> {
    /// Makes the rows that the choices generate. Returns `None` if there are none.
    fn new((rows, changes, questions): &CaseChoices) -> Result<Option<Self>, TestCaseError> {
        let rows = catch_unwind(AssertUnwindSafe(|| keys::some_rows(rows)));
        let (rows, read) =
            rows.map_err(|panic| TestCaseError::fail(format!("a panic while making rows: {}", words_of(&*panic))))?;
        let case = Self { rows, read, changes: changes.clone(), questions: questions.clone() };
        Ok((!case.rows.is_empty()).then_some(case))
    }
}

impl<K: OwnedKey<EncodeError: Debug> + Debug> Laws<K> {
    /// Shrinks a case while it breaks the same law, and returns the reason of the smallest failure.
    fn shrink(&self, case: &mut Case<K>, broken: Reason) -> Reason {
        let mut broken = broken;
        // With fewer choices, rows can be dropped. Small rows are often equal, so drop them again.
        for _ in 0..2 {
            self.shrink_choices(case, &mut broken, |case| &mut case.questions);
            self.shrink_choices(case, &mut broken, |case| &mut case.changes);
            self.keep_two(case, &mut broken);
            self.drop_rows(case, &mut broken);
            self.shrink_rows(case, &mut broken);
        }
        self.keep_two(case, &mut broken);
        self.drop_rows(case, &mut broken);
        broken
    }

    /// Keeps only two rows, if some two break the law without the others.
    ///
    /// A query takes its bounds from rows, which it chooses by their number. So dropping one row can change the bounds, and
    /// dropping one after the other can keep all.
    fn keep_two(&self, case: &mut Case<K>, broken: &mut Reason) {
        let count = case.rows.len();
        for (first, second) in (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second))) {
            case.swap(0, first);
            case.swap(1, second);
            let (mut rows, mut read) = (case.rows.split_off(2), case.read.split_off(2));
            if self.two_break(case, broken) {
                return;
            }
            case.rows.append(&mut rows);
            case.read.append(&mut read);
            case.swap(1, second);
            case.swap(0, first);
        }
    }

    /// Returns `true` if the two rows of a case break the law in some order, or with another choice between them. Leaves the
    /// case so, and else as it was.
    fn two_break(&self, case: &mut Case<K>, broken: &mut Reason) -> bool {
        for _ in 0..2 {
            if self.still_breaks(case, broken) {
                return true;
            }
            case.swap(0, 1);
        }
        for at in 0..case.questions.len() {
            case.questions[at] ^= 1;
            if self.still_breaks(case, broken) {
                return true;
            }
            case.questions[at] ^= 1;
        }
        false
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
            // After a row has shrunk, earlier rows may shrink further.
            at = if is_smaller { 0 } else { at + 1 };
        }
    }

    /// Drops the last choices and sets the others to zero, which selects the simplest alternative.
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

    /// Returns `true` if these rows break the law named in `broken`, and then updates `broken` to the new reason.
    fn still_breaks(&self, case: &Case<K>, broken: &mut Reason) -> bool {
        let found = self.reason(case).filter(|found| law_of(found) == law_of(broken));
        let is_broken = found.is_some();
        *broken = found.unwrap_or_else(|| broken.clone());
        is_broken
    }

    /// Returns the reason why these rows break a law, or `None` if they keep all laws.
    fn reason(&self, case: &Case<K>) -> Option<Reason> {
        match catch_unwind(AssertUnwindSafe(|| self.check_case(case))) {
            Ok(Ok(()) | Err(TestCaseError::Reject(_))) => None,
            Ok(Err(TestCaseError::Fail(reason))) => Some(reason),
            Err(panic) => Some(format!("a panic: {}", words_of(&*panic)).into()),
        }
    }

    /// Checks the given lock, the stored keys, and the rows that must be rejected.
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
                return Err(TestCaseError::fail(format!("lock: the stored key '{key}' no longer decodes: {error}")));
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
        rows::ends::<K>(&keys)?;
        rows::batch(&case.rows, &keys)?;
        if let Some(order) = self.order {
            rows::order(&case.rows, &keys, order)?;
        }
        for key in &keys {
            // All keys use the same choices, so that dropping another row does not change the result.
            let changed = rows::changed(key, &mut keys::chooser(&case.changes));
            rows::strictness::<K>(&changed)?;
            // A codec or a salt may reject a decoded value.
            if let Some(refused) = K::decode_lenient(&changed).ok().filter(|row| row.encode().is_err()) {
                rows::refusal(&refused, &case.rows)?;
            }
        }
        scans::hold(&case.rows, &keys, &case.questions)
    }
}

/// Returns the message of a panic.
fn words_of(panic: &(dyn Any + Send)) -> &str {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

/// Returns the name of the broken law.
fn law_of(reason: &Reason) -> &str {
    reason.message().split(':').next().unwrap_or_default()
}

/// Returns the reason of a failed check.
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
