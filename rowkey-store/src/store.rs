//! The interface of an engine.

pub use rowkey_core::scan::Direction;
use rowkey_core::{KeyRange, ScanPlan};
use std::error::Error;
use std::sync::Arc;

use crate::part::parts_behind;
use crate::{Batch, Change, Move, Part};

/// A stored row: its key, and its value.
pub type Row = (Vec<u8>, Vec<u8>);

/// The scans of the store `S`, as [`Store::scan`] returns them.
pub type ScanOf<'s, S> = <<S as Store>::Reader<'s> as Reader>::Scan;

/// Rows sorted by the bytes of their keys: in memory, in a file or behind a network.
///
/// Reading and writing take `&self`, because engines bring their own locks or transactions. So one store serves several
/// tables and threads. `&S` and `Arc<S>` are stores if `S` is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Store`",
    note = "an `AsyncStore`, whose calls are awaited, goes into an `AsyncTable`",
    note = "see RK617 in rowkey::_compile_errors"
)]
pub trait Store {
    /// The error of the engine. Its message says what was being done, and to what.
    type Error: Error + Send + Sync + 'static;

    /// The reader of this store.
    type Reader<'s>: Reader<Error = Self::Error>
    where
        Self: 's;

    /// Returns a reader of the rows as they are now.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot begin to read.
    fn reader(&self) -> Result<Self::Reader<'_>, Self::Error>;

    /// Writes all changes of a batch or none, and a reader sees all or none. An engine that cannot promise this (HBase is
    /// atomic per row only) says so in its documentation, and writes all puts of a batch before the first delete: so a row that
    /// moves from one key to another is never lost.
    ///
    /// The batch is only borrowed, so that it can be written again after an error. Writing it twice does no harm.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot write.
    fn write(&self, batch: &Batch) -> Result<(), Self::Error>;

    /// Returns the value stored under `key`; `None` if no row has this key.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error> {
        self.reader()?.get(key)
    }

    /// Returns the rows of `range`. They are read as the iterator is driven.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot begin to read. Later errors are items of the iterator.
    fn scan(&self, range: KeyRange, direction: Direction) -> Result<ScanOf<'_, Self>, Self::Error> {
        Ok(self.reader()?.scan(range, direction))
    }

    /// Returns the keys at which the store is cut into regions, ascending; `None` if the engine does not have regions.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot tell.
    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Self::Error> {
        Ok(None)
    }

    /// Returns the number of rows of `range`. An engine that can count without moving the values does so.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read.
    fn count(&self, range: KeyRange) -> Result<u64, Self::Error> {
        let mut scan = self.scan(range, Direction::Forward)?;
        let mut rows = 0;
        while scan.advance()? {
            rows += 1;
        }
        Ok(rows)
    }
}

/// An engine that compares a row and changes it in one step, whatever other writers do.
pub trait CompareAndSet: Store {
    /// Changes the row `key` if its value is `expected`, or if it is not there and `expected` is `None`; returns `true` if it
    /// did.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write.
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, Self::Error>;

    /// Moves the row `from` to the key `to`, in place of a row that is there; returns `true` if there was a row `from`. If both
    /// keys are the same, the row stays.
    ///
    /// An engine with transactions does it in one. The default does it in two steps, each for one row: `to` is put, then
    /// `from` is removed, and if another writer changes either of them before its step, the step is undone and it begins
    /// again. A put to `to` of the very value that is moved is not noticed, and is lost if it comes between the steps.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write. The row may then be under both keys.
    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, Self::Error> {
        if from == to {
            return Ok(self.get(from)?.is_some());
        }
        loop {
            let replaced = self.get(to)?;
            let Some(value) = self.get(from)? else { return Ok(false) };
            if !self.compare_and_set(to, replaced.as_deref(), Change::Put(&value))? {
                continue;
            }
            if self.compare_and_set(from, Some(&value), Change::Delete)? {
                return Ok(true);
            }
            // If the row was deleted meanwhile, it must not stand at `to`.
            let before = replaced.as_deref().map_or(Change::Delete, Change::Put);
            self.compare_and_set(to, Some(&value), before)?;
        }
    }

    /// Copies rows in this order, each from the first key of its [`Move`] to the second, over a row that is there. Returns how
    /// many were written: a copy that is there already is not, and neither is one of a row that does not exist.
    ///
    /// An engine with transactions does it in one. The default puts each copy in a step of its own, and looks at the row
    /// `from` once more: if another writer has changed it meanwhile, the copy is undone and it begins again. An engine that
    /// knows when its rows were written leaves a row at `to` that was written after the row `from`.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write. Some of the rows may have been copied.
    fn copy_rows(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        let mut copied = 0;
        for (from, to) in moves {
            copied += u64::from(copy_row(self, from, to)?);
        }
        Ok(copied)
    }

    /// Deletes the first row of each [`Move`] whose [copy](Self::copy_rows) is at its second key, or a row that was written
    /// there later. Returns how many were deleted.
    ///
    /// An engine with transactions does it in one. The default compares both rows, and deletes each in a step of its own if it
    /// is still as it was compared.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write. Some of the rows may have been deleted.
    fn delete_copied(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        let mut deleted = 0;
        for (from, to) in moves {
            let Some(value) = self.get(from)? else { continue };
            if from != to && self.get(to)?.as_ref() == Some(&value) {
                deleted += u64::from(self.compare_and_set(from, Some(&value), Change::Delete)?);
            }
        }
        Ok(deleted)
    }
}

/// Copies a row; `true` if it was written.
fn copy_row<S: CompareAndSet + ?Sized>(store: &S, from: &[u8], to: &[u8]) -> Result<bool, S::Error> {
    loop {
        let there = store.get(to)?;
        let Some(value) = store.get(from)?.filter(|value| there.as_ref() != Some(value)) else { return Ok(false) };
        if !store.compare_and_set(to, there.as_deref(), Change::Put(&value))? {
            continue;
        }
        if store.get(from)?.as_ref() == Some(&value) {
            return Ok(true);
        }
        let before = there.as_deref().map_or(Change::Delete, Change::Put);
        store.compare_and_set(to, Some(&value), before)?;
    }
}

/// An engine with transactions over several rows, of several tables.
pub trait Transact: CompareAndSet + Sized {
    /// Writes the batches of all parts, if every row that a part names is as expected: all of them, or none; a reader of a
    /// table sees all changes of its part or none. Returns `false` if a row is not as expected: then nothing is written.
    ///
    /// ```
    /// use rowkey_store::{Batch, MemoryStore, Part, Store, Transact};
    ///
    /// let (orders, stock) = (MemoryStore::new(), MemoryStore::new());
    /// stock.write(Batch::new().put("lamp", "1"))?;
    ///
    /// let sell = |order: &str| {
    ///     let expected = [(b"lamp".to_vec(), Some(b"1".to_vec()))];
    ///     MemoryStore::transact(&[
    ///         Part { store: &orders, expected: &[], batch: Batch::new().put(order, "a lamp") },
    ///         Part { store: &stock, expected: &expected, batch: Batch::new().put("lamp", "0") },
    ///     ])
    /// };
    /// assert!(sell("anna")?);
    /// assert!(!sell("bert")?);
    /// assert_eq!(orders.get(b"bert")?, None);
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write, or if no transaction covers all of the tables.
    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Self::Error>;
}

/// Reads the rows of a [`Store`].
///
/// If the engine has snapshots, one reader and its scans always see the store as it was when the reader was made, whatever
/// is written later. So a scan over many ranges sees one state. An engine without snapshots says so in its documentation.
pub trait Reader {
    /// The error of the [`Store`].
    type Error;

    /// The rows of a range. They do not borrow from the reader, so they can outlive it.
    type Scan: Scan<Error = Self::Error>;

    /// `true` if scans cannot give rows in another order than they were asked for. Else a table compares each key with the one
    /// before it.
    const IS_SORTED: bool = false;

    /// Returns the value stored under `key`; `None` if no row has this key.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Returns `true` if a row has this key. An engine that can tell without reading the value does so.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read.
    fn contains(&self, key: &[u8]) -> Result<bool, Self::Error> {
        Ok(self.get(key)?.is_some())
    }

    /// Returns the rows of `range`. They are read as the iterator is driven. An error, even of the first step, is an item of
    /// the iterator.
    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan;

    /// Returns the rows of `range`, which is a range of `plan` or a part of one, in the direction of the plan. An engine may
    /// leave out rows that the plan does not [match](ScanPlan::matches), and fetch at most the plan's
    /// [limit](ScanPlan::limit) at once, which helps if rows cross a network. The default does neither.
    fn scan_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        self.scan(range, plan.direction())
    }

    /// As [`Reader::scan_of`], for one who needs the keys alone: what [`Scan::value`] returns is not defined. An engine behind
    /// a network leaves the values there.
    fn keys_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        self.scan_of(plan, range)
    }

    /// The cost of starting a scan, as the number of rows that can be read in the same time:
    /// [`OpenRange::seek_cost_in_rows`](rowkey_core::scan::OpenRange::seek_cost_in_rows).
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// The number of scans of one plan that are read side by side: [`OpenRange::concurrency`](rowkey_core::scan::OpenRange::concurrency). More
    /// than one if a scan begins to read when it is made, before its first row is asked for.
    fn concurrency(&self) -> usize {
        1
    }
}

/// The rows of a range: lent one after the other, or, as an iterator, copied.
///
/// A row that is lent is not copied, so that a row that a filter drops costs no copy. An engine that makes vectors of its own
/// for each row wraps an iterator of them as an [`OwnedScan`].
pub trait Scan: Iterator<Item = Result<Row, <Self as Scan>::Error>> {
    /// The error of the [`Store`].
    type Error;

    /// Goes on to the next row; `false` at the end.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read on. The scan then has no further rows.
    fn advance(&mut self) -> Result<bool, <Self as Scan>::Error>;

    /// The key of the row; empty before the first row and after the last.
    fn key(&self) -> &[u8];

    /// The value of the row; empty before the first row and after the last.
    fn value(&self) -> &[u8];
}

/// A [`Scan`] over an iterator of rows that are copied already.
#[derive(Clone, Debug)]
pub struct OwnedScan<I> {
    rows: I,
    row: Row,
}

impl<I> OwnedScan<I> {
    /// The rows of an iterator whose last item is an error, if it has one.
    pub const fn new(rows: I) -> Self {
        Self { rows, row: (Vec::new(), Vec::new()) }
    }
}

impl<I: Iterator<Item = Result<Row, E>>, E> Iterator for OwnedScan<I> {
    type Item = Result<Row, E>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next()
    }
}

impl<I: Iterator<Item = Result<Row, E>>, E> Scan for OwnedScan<I> {
    type Error = E;

    fn advance(&mut self) -> Result<bool, E> {
        // Behind an error stands no row either.
        self.row = Row::default();
        let row = self.rows.next().transpose()?;
        let is_row = row.is_some();
        self.row = row.unwrap_or_default();
        Ok(is_row)
    }

    fn key(&self) -> &[u8] {
        &self.row.0
    }

    fn value(&self) -> &[u8] {
        &self.row.1
    }
}

/// The next row of a scan, copied.
pub(crate) fn copied<S: Scan>(scan: &mut S) -> Option<Result<Row, <S as Scan>::Error>> {
    match scan.advance() {
        Ok(true) => Some(Ok((scan.key().to_vec(), scan.value().to_vec()))),
        Ok(false) => None,
        Err(error) => Some(Err(error)),
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

impl<S: CompareAndSet + ?Sized> CompareAndSet for &S {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, Self::Error> {
        (**self).compare_and_set(key, expected, change)
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, Self::Error> {
        (**self).move_row(from, to)
    }

    fn copy_rows(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        (**self).copy_rows(moves)
    }

    fn delete_copied(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        (**self).delete_copied(moves)
    }
}

impl<S: Transact> Transact for &S {
    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Self::Error> {
        S::transact(&parts_behind(parts))
    }
}

impl<S: CompareAndSet + ?Sized> CompareAndSet for Arc<S> {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, Self::Error> {
        (**self).compare_and_set(key, expected, change)
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, Self::Error> {
        (**self).move_row(from, to)
    }

    fn copy_rows(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        (**self).copy_rows(moves)
    }

    fn delete_copied(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        (**self).delete_copied(moves)
    }
}

impl<S: Transact> Transact for Arc<S> {
    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Self::Error> {
        S::transact(&parts_behind(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_stands_at_an_error_or_at_the_end() {
        let row = |key: &str| (key.as_bytes().to_vec(), b"v".to_vec());
        let mut scan = OwnedScan::new([Ok(row("a")), Err("lost"), Ok(row("b"))].into_iter());
        assert_eq!((scan.advance(), scan.key(), scan.value()), (Ok(true), &b"a"[..], &b"v"[..]));
        assert_eq!((scan.advance(), scan.key(), scan.value()), (Err("lost"), &[][..], &[][..]));
        assert_eq!((scan.advance(), scan.key()), (Ok(true), &b"b"[..]));
        assert_eq!((scan.advance(), scan.key()), (Ok(false), &[][..]));
    }
}
