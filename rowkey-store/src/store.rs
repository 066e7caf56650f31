//! What an engine has to offer.

use rowkey_core::{KeyRange, ScanPlan};
use std::error::Error;
use std::sync::Arc;

use crate::Batch;

/// A stored row: its key, and its value.
pub type Row = (Vec<u8>, Vec<u8>);

/// The scans of the store `S`, as [`Store::scan`] returns them.
pub type ScanOf<'s, S> = <<S as Store>::Reader<'s> as Reader>::Scan;

/// The order in which a scan yields its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the least key to the greatest.
    Forward,
    /// From the greatest key to the least.
    Reverse,
}

/// Rows sorted by the bytes of their keys, in memory, in a file or behind a network.
///
/// Reading and writing take `&self`: engines bring their own locks or transactions, and so one store serves several
/// tables and threads. `&S` and `Arc<S>` are stores where `S` is one.
pub trait Store {
    /// What can go wrong. Its message says what was being done, and to what.
    type Error: Error + Send + Sync + 'static;

    /// What reads this store.
    type Reader<'s>: Reader<Error = Self::Error>
    where
        Self: 's;

    /// A reader of the rows as they are now.
    ///
    /// # Errors
    ///
    /// Where the engine cannot begin to read.
    fn reader(&self) -> Result<Self::Reader<'_>, Self::Error>;

    /// Writes a batch: all of it or nothing, and a reader sees all of it or nothing. An engine that cannot promise this
    /// (HBase is atomic per row only) says so in its documentation.
    ///
    /// The batch is only borrowed, so that it is still there to be written again after an error. Writing it twice does
    /// no harm.
    ///
    /// # Errors
    ///
    /// Where the engine cannot write.
    fn write(&self, batch: &Batch) -> Result<(), Self::Error>;

    /// The value stored under `key`.
    ///
    /// # Errors
    ///
    /// Where the engine cannot read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error> {
        self.reader()?.get(key)
    }

    /// The rows of `range`, read as the iterator is driven.
    ///
    /// # Errors
    ///
    /// Where the engine cannot begin to read; later failures are items of the iterator.
    fn scan(&self, range: KeyRange, direction: Direction) -> Result<ScanOf<'_, Self>, Self::Error> {
        Ok(self.reader()?.scan(range, direction))
    }

    /// The keys at which the store is cut into regions, ascending; `None` where it has no regions of its own.
    ///
    /// # Errors
    ///
    /// Where the engine cannot tell.
    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Self::Error> {
        Ok(None)
    }

    /// The number of rows of `range`. An engine that can count without moving the values does.
    ///
    /// # Errors
    ///
    /// Where the engine cannot read.
    fn count(&self, range: KeyRange) -> Result<u64, Self::Error> {
        self.scan(range, Direction::Forward)?.try_fold(0, |rows, row| row.map(|_| rows + 1))
    }
}

/// Reads the rows of a [`Store`].
///
/// Where the engine has snapshots, all that one reader and its scans see is the store at the moment the reader was
/// made, whatever is written meanwhile: that is how a scan over many ranges sees one state. An engine without them
/// says so in its documentation.
pub trait Reader {
    /// The error of the [`Store`].
    type Error;

    /// The rows of a range. It does not borrow from the reader, so that it can outlive it. An error ends it.
    type Scan: Iterator<Item = Result<Row, Self::Error>>;

    /// The value stored under `key`.
    ///
    /// # Errors
    ///
    /// Where the engine cannot read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error>;

    /// The rows of `range`, read as the iterator is driven. What fails, from the first step on, is an item of the
    /// iterator.
    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan;

    /// The rows of `range`, which is one of a plan's or a part of one, in the plan's direction. An engine may leave out
    /// rows that the plan does not [match](ScanPlan::matches), and fetch no more at once than its
    /// [limit](ScanPlan::limit): that is of use where rows cross a network. By default it does neither.
    fn scan_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        self.scan(range, if plan.is_reversed() { Direction::Reverse } else { Direction::Forward })
    }

    /// What starting a scan costs, as a number of rows that can be read instead: [`Open::cost`](rowkey_core::scan::Open::cost).
    fn scan_cost(&self) -> usize {
        8
    }

    /// How many scans of one plan are read side by side: [`Open::at_once`](rowkey_core::scan::Open::at_once). More than
    /// one where a scan begins to read when it is made, before its first row is asked for.
    fn scans_at_once(&self) -> usize {
        1
    }
}

impl<S: Store + ?Sized> Store for &S {
    type Error = S::Error;
    type Reader<'s>
        = S::Reader<'s>
    where
        Self: 's;

    fn reader(&self) -> Result<Self::Reader<'_>, Self::Error> {
        (**self).reader()
    }

    fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
        (**self).write(batch)
    }

    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Self::Error> {
        (**self).split_keys()
    }

    fn count(&self, range: KeyRange) -> Result<u64, Self::Error> {
        (**self).count(range)
    }
}

impl<S: Store + ?Sized> Store for Arc<S> {
    type Error = S::Error;
    type Reader<'s>
        = S::Reader<'s>
    where
        Self: 's;

    fn reader(&self) -> Result<Self::Reader<'_>, Self::Error> {
        (**self).reader()
    }

    fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
        (**self).write(batch)
    }

    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Self::Error> {
        (**self).split_keys()
    }

    fn count(&self, range: KeyRange) -> Result<u64, Self::Error> {
        (**self).count(range)
    }
}
