//! The engine's part in a scan: it opens a range, and gives its rows one after the other.

use super::direction::Direction;
use crate::bytes::KeyRange;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;
use core::fmt;

/// An item of an engine's scan: a key with its value, a key alone, or an error in place of either.
pub trait Row {
    /// The key; of an error `None`.
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

/// The error of a merge whose engine gave rows in another order than it was asked for. No rows follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfOrder {
    /// The order that was asked for.
    pub expected: Direction,
    /// The key of a row.
    pub key: Vec<u8>,
    /// The key of the row that came after it.
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
            "expected a row {order} \"{}\", found \"{}\": the engine must read a range in the direction of the plan",
            self.key.escape_ascii(),
            self.next.escape_ascii()
        )
    }
}

impl core::error::Error for OutOfOrder {}

/// The rows of a range, shown one after the other where the engine holds them.
pub trait RowCursor {
    /// Goes on, and tells to what.
    fn advance(&mut self) -> Step;

    /// The key of the row; empty for an error.
    fn key(&self) -> &[u8];
}

/// The item that a [`RowCursor`] has gone on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A row.
    Row,
    /// An error in place of a row.
    Error,
    /// None: all were read.
    End,
}

/// A [`RowCursor`] over an iterator: it keeps one item, for whoever wants it.
#[derive(Clone, Debug)]
pub struct IterCursor<I: Iterator> {
    rows: I,
    row: Option<I::Item>,
}

impl<I: Iterator> IterCursor<I> {
    /// Before the first row.
    pub const fn new(rows: I) -> Self {
        Self { rows, row: None }
    }

    /// Hands over the item.
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

/// Starts an engine's own scan of a range: a closure from [`KeyRange`] and [`Direction`] to rows, or a type, where that must have a name.
pub trait OpenRange {
    /// `true` if the rows come in the order that was asked for whatever the engine holds, so that no one need compare each key
    /// with a copy of the one before.
    const IS_SORTED: bool = false;

    /// The rows of a range: ascending, or descending where the plan [is reversed](ScanPlan::is_reversed).
    type Rows: RowCursor;

    /// Starts the scan of a range of `plan`, or of a part of one.
    fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Self::Rows;

    /// The cost of starting a scan, as a number of rows that can be read instead: at most so many are passed over before a
    /// range is opened again further on. 8 by default, which is right for redb and a `BTreeMap`.
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// How many scans are read side by side. With more than one per bucket, ranges further on in a bucket are opened
    /// before the rows of the one before are read, so that an engine behind a network is not waited for range by range. 1
    /// by default: each range is opened when the one before it ends.
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
    /// The order in which the rows of each range are wanted.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        if self.is_reversed() { Direction::Reverse } else { Direction::Forward }
    }
}
