//! The engine's part in a blocking scan: opens a range, and returns its rows one by one.

use super::direction::Direction;
use crate::bytes::KeyRange;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;
use core::fmt;

/// An item of an engine's scan: a key with its value, a key alone, or an error.
///
/// Implemented for `(key, value)`, for keys as `Vec<u8>`, `&Vec<u8>`, and `&[u8]`, and for a `Result` of these.
pub trait Row {
    /// Returns the key of the row, or `None` for an error.
    fn row_key(&self) -> Option<&[u8]>;
}

impl<K: AsRef<[u8]>, V> Row for (K, V) {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self.0.as_ref())
    }
}

impl Row for Vec<u8> {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl Row for &[u8] {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl Row for &Vec<u8> {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl<R: Row, E> Row for Result<R, E> {
    fn row_key(&self) -> Option<&[u8]> {
        self.as_ref().ok().and_then(Row::row_key)
    }
}

/// The error of a merge whose engine returned rows in another order than the requested one. No rows follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfOrder {
    /// The requested order.
    pub expected: Direction,
    /// The key of a row.
    pub key: Vec<u8>,
    /// The key of the row that followed it.
    pub next: Vec<u8>,
}

impl fmt::Display for OutOfOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.expected {
            Direction::Forward => "above",
            Direction::Reverse => "below",
        };
        write!(
            f,
            "expected a row key {order} \"{}\", found \"{}\": the engine must read each range in the direction of the plan",
            self.key.escape_ascii(),
            self.next.escape_ascii()
        )
    }
}

impl core::error::Error for OutOfOrder {}

/// A cursor over the rows of a range, which lends each row where the engine stores it.
///
/// Implement it for an engine whose scan is not an iterator. For iterators, use [`IterCursor`].
pub trait RowCursor {
    /// Advances to the next row or error, and returns which of them it is.
    fn advance(&mut self) -> Step;

    /// Returns the key of the row. It is empty at an error.
    fn key(&self) -> &[u8];

    /// Continues in `range`, in place of a new scan of it. Returns `false` if it cannot. The merge calls it to seek, and
    /// the range then comes later in the direction of the plan than the last row.
    ///
    /// The default is `false`.
    fn seek(&mut self, range: &KeyRange) -> bool {
        let _ = range;
        false
    }
}

/// The kind of item that a [`RowCursor`] has advanced to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A row.
    Row,
    /// An error in place of a row.
    Error,
    /// The end: all rows were read.
    End,
}

/// A [`RowCursor`] over an iterator. It keeps the current item.
#[derive(Clone, Debug)]
pub struct IterCursor<I: Iterator> {
    rows: I,
    row: Option<I::Item>,
}

impl<I: Iterator> IterCursor<I> {
    /// Creates a cursor before the first row.
    pub const fn new(rows: I) -> Self {
        Self { rows, row: None }
    }

    /// Takes the item out of the cursor.
    pub(super) fn take(&mut self) -> Option<I::Item> {
        self.row.take()
    }
}

impl<I: Iterator<Item: Row>> RowCursor for IterCursor<I> {
    fn advance(&mut self) -> Step {
        self.row = self.rows.next();
        match &self.row {
            Some(row) if row.row_key().is_some() => Step::Row,
            Some(_) => Step::Error,
            None => Step::End,
        }
    }

    fn key(&self) -> &[u8] {
        self.row.as_ref().and_then(Row::row_key).unwrap_or_default()
    }
}

/// Starts an engine's own scan of a range.
///
/// Most callers pass a closure from a [`KeyRange`] and a [`Direction`] to rows. Implement the trait for a type that you
/// can name, for cursors other than iterators, or to change the cost and the concurrency.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::scan::Merge;
/// use rowkey::scan::engine::{InDirection, IterCursor, OpenRange};
/// use rowkey::{KeyRange, Plan, ScanPlan};
/// use std::collections::{BTreeMap, btree_map};
///
/// struct Map<'m>(&'m BTreeMap<Vec<u8>, u32>);
///
/// impl<'m> OpenRange for Map<'m> {
///     const IS_SORTED: bool = true;
///     type Rows = IterCursor<InDirection<btree_map::Range<'m, Vec<u8>, u32>>>;
///
///     fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Self::Rows {
///         IterCursor::new(plan.direction().of(self.0.range::<[u8], _>(range)))
///     }
/// }
///
/// /// A merge whose type has a name, so a struct can hold it.
/// fn rows<'m, K>(table: &'m BTreeMap<Vec<u8>, u32>, plan: Plan<K>) -> Merge<Plan<K>, Map<'m>> {
///     Merge::new(plan, Map(table))
/// }
/// ```
pub trait OpenRange {
    /// Set this to `true` if the engine guarantees the requested order. The merge then does not compare each key with a
    /// copy of the key before it.
    const IS_SORTED: bool = false;

    /// The rows of a range: ascending, or descending if the plan [is reversed](ScanPlan::is_reversed).
    type Rows: RowCursor;

    /// Starts the scan of a range of `plan`, or of a part of one.
    fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Self::Rows;

    /// Returns the cost of a seek, in rows. The merge reads up to this many rows that do not match before it seeks: it
    /// opens the range again at a later key, unless the cursor can [seek](RowCursor::seek).
    ///
    /// The default is 8 rows, which suits redb and a `BTreeMap`.
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// Returns how many scans to read concurrently, over all buckets.
    ///
    /// The default is 1: each range of a bucket is opened when the one before it ends. With more than one scan per
    /// bucket, later ranges of a bucket are opened before the rows of the current one are read. An engine on the
    /// network then does not add a round trip for each range.
    fn concurrency(&self) -> usize {
        1
    }
}

impl<F: FnMut(KeyRange, Direction) -> I, I: IntoIterator<Item: Row>> OpenRange for F {
    type Rows = IterCursor<I::IntoIter>;

    fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Self::Rows {
        IterCursor::new(self(range, plan.direction()).into_iter())
    }
}

impl ScanPlan {
    /// Returns the order in which the engine must read the rows of each range.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        if self.is_reversed() { Direction::Reverse } else { Direction::Forward }
    }
}
