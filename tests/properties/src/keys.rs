//! The key types for all targets. They cover each element and salt.

mod kinds;
mod nested;
mod numbers;
mod salted;
mod texts;

use crate::questions::Check;
use crate::{batches, decodes, order, questions};
use arbitrary::{self, Unstructured};
use rowkey::{Explanation, Layout, OwnedKey};
use std::cmp::Ordering;
use std::fmt::Debug;
use std::marker::PhantomData;

/// A type of row keys, and the order of its rows.
pub(crate) trait Row: OwnedKey<EncodeError: Debug> + Debug {
    /// The order of the rows of one bucket, or `None` if keys do not sort by each of their fields.
    const ORDER: Option<fn(&Self, &Self) -> Ordering>;
}

/// Defines a list of key types. `by` gives the tuple that the rows of a type sort by, if they do.
macro_rules! rows {
    ($($key:ident $(by |$row:ident| $rank:expr)?),+ $(,)?) => {
        $(impl super::Row for $key {
            const ORDER: Option<fn(&Self, &Self) -> std::cmp::Ordering> = super::rows!(@order $($row $rank)?);
        })+
        /// The key types of this module.
        pub(crate) const TYPES: &[&dyn super::KeyType] = &[$(&super::Of::<$key>(std::marker::PhantomData)),+];
    };
    (@order) => { None };
    (@order $row:ident $rank:expr) => {
        Some(|left, right| {
            let $row = left;
            let left = $rank;
            let $row = right;
            left.cmp(&$rank)
        })
    };
}
use rows;

/// Returns a number that sorts like [`f64::total_cmp`].
fn total(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

/// Returns a number that sorts like [`f32::total_cmp`]. A conversion to `f64` would make every NaN a quiet one.
fn total_of_f32(number: f32) -> i32 {
    let bits = number.to_bits() as i32;
    bits ^ (((bits >> 31) as u32) >> 1) as i32
}

/// A type-erased type of row keys.
pub trait KeyType: Sync {
    /// Returns the layout of its keys.
    fn layout(&self) -> &'static Layout;

    /// Explains bytes.
    fn explain(&self, key: &[u8]) -> Explanation;

    /// Decodes bytes leniently, and returns the key of the row with its own salt.
    fn with_its_salt(&self, key: &[u8]) -> Option<Vec<u8>>;

    /// Checks the promises of decode for these bytes.
    fn check_decode(&self, key: &[u8]);

    /// Checks that two keys of one bucket sort like their rows.
    fn check_order(&self, left: &[u8], right: &[u8]);

    /// Compares the plan of a query with a filter. Query and rows come from the input.
    ///
    /// # Errors
    /// If the input ends early.
    fn check_plan(&self, input: &mut Unstructured<'_>) -> arbitrary::Result<()>;

    /// Resumes a scan at cursors of any bytes. Scan and rows come from the input.
    ///
    /// # Errors
    /// If the input ends early.
    fn check_cursor(&self, input: &mut Unstructured<'_>) -> arbitrary::Result<()>;

    /// Compares the keys of a batch of rows with the keys of each row alone.
    fn check_batch(&self, rows: usize, seed: u64);
}

struct Of<K>(PhantomData<fn() -> K>);

impl<K: Row> KeyType for Of<K> {
    fn layout(&self) -> &'static Layout {
        K::LAYOUT
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        K::explain(key)
    }

    fn with_its_salt(&self, key: &[u8]) -> Option<Vec<u8>> {
        K::decode_lenient(key).ok()?.encode().ok().map(Into::into)
    }

    fn check_decode(&self, key: &[u8]) {
        decodes::check::<K>(key);
    }

    fn check_order(&self, left: &[u8], right: &[u8]) {
        order::check::<K>(left, right);
    }

    fn check_plan(&self, input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        questions::check::<K>(Check::Plan, input)
    }

    fn check_cursor(&self, input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        questions::check::<K>(Check::Cursor, input)
    }

    fn check_batch(&self, rows: usize, seed: u64) {
        batches::check::<K>(rows, seed);
    }
}

/// Returns the key type that a byte chooses.
#[must_use]
pub fn choose(byte: u8) -> &'static dyn KeyType {
    static TYPES: [&[&dyn KeyType]; 5] = [salted::TYPES, numbers::TYPES, texts::TYPES, nested::TYPES, kinds::TYPES];
    let all = TYPES.iter().map(|types| types.len()).sum::<usize>();
    let types = TYPES.iter().copied().flatten();
    types.copied().nth(usize::from(byte) % all).expect("a number below theirs")
}
