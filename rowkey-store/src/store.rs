//! The interface of an engine.

pub use rowkey_core::scan::Direction;
use rowkey_core::{KeyRange, ScanPlan};
use std::error::Error;
use std::sync::Arc;

use crate::{Batch, Change, Move};

/// A stored row: the bytes of its key and of its value.
pub type RowBytes = (Vec<u8>, Vec<u8>);

/// The scan type of the store `S`, which [`Store::scan`] returns.
pub type ScanOf<'s, S> = <<S as Store>::Reader<'s> as Reader>::Scan;

/// The interface of an engine, which keeps rows sorted by their key bytes: in memory, in a file, or over a network.
///
/// A [`Table`](crate::Table) calls the engine for you. You can also call it directly:
///
/// ```
/// use rowkey::KeyRange;
/// use rowkey_store::{Batch, Direction, MemoryStore, Store};
///
/// let store = MemoryStore::new();
/// store.write(Batch::new().put("a", "1").put("b", "2"))?;
/// assert_eq!(store.get(b"a")?, Some(b"1".to_vec()));
/// let last = store.scan(KeyRange::all(), Direction::Reverse)?.next().transpose()?;
/// assert_eq!(last, Some((b"b".to_vec(), b"2".to_vec())));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
///
/// To add an engine, implement a batch write here, and a get and a range scan in its [`Reader`]. Reads and writes take
/// `&self`, because engines have their own locks or transactions. So one store serves several tables and threads. `&S`
/// and `Arc<S>` are stores if `S` is a store.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Store`",
    note = "an `AsyncStore`, whose calls are awaited, goes into an `AsyncTable`",
    note = "see RK617 in rowkey::_compile_errors"
)]
pub trait Store {
    /// `true` if the engine writes one batch faster than several, because it syncs each write to disk.
    /// `Blocking` then writes the batches that wait for a thread as one.
    const JOINS_WRITES: bool = false;

    /// The error type of the engine. Its messages name the operation and its subject.
    type Error: Error + Send + Sync + 'static;

    /// The reader of this store.
    type Reader<'s>: Reader<Error = Self::Error>
    where
        Self: 's;

    /// Returns a reader of the current rows.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot start to read.
    fn reader(&self) -> Result<Self::Reader<'_>, Self::Error>;

    /// Writes a batch atomically. Readers see either all of its changes or no change.
    ///
    /// An engine that cannot promise this documents it. HBase, for example, is atomic per row only. Such an engine
    /// writes the rows of [`Batch::puts`], and then those of [`Batch::deletes`].
    ///
    /// After an error, you can write the same batch again. Writing it twice has the same effect as writing it once.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot write.
    fn write(&self, batch: &Batch) -> Result<(), Self::Error>;

    /// Returns the value of the row `key`, or `None` if the store has no such row. An engine with snapshots does not need
    /// one for a single row.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error> {
        self.reader()?.get(key)
    }

    /// Returns an iterator over the rows of `range`, which reads them on demand.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot start to read. Later errors are items of the iterator.
    fn scan(&self, range: KeyRange, direction: Direction) -> Result<ScanOf<'_, Self>, Self::Error> {
        Ok(self.reader()?.scan(range, direction))
    }

    /// Returns the keys at which the engine splits the store into regions, in ascending order. Returns `None` if the
    /// engine does not have regions.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read the regions.
    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Self::Error> {
        Ok(None)
    }

    /// Returns the number of rows in `range`. An engine that can count without moving the values does so.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn count(&self, range: KeyRange) -> Result<u64, Self::Error> {
        let mut scan = self.scan(range, Direction::Forward)?;
        let mut rows = 0;
        while scan.advance()? {
            rows += 1;
        }
        Ok(rows)
    }
}

/// An engine that can compare and change one row in a single atomic step.
pub trait CompareAndSet: Store {
    /// Changes the row `key` only if its value is `expected`, where `None` means that the row does not exist. Returns
    /// `true` if it changed the row.
    ///
    /// An engine that orders writes by timestamps gives each write of this process its [turn](crate::WriteClock::turn),
    /// so that none of them is acknowledged and hidden. It documents what writes of other processes may lose.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write.
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, Self::Error>;

    /// Moves the row `from` to the key `to`, and replaces an existing row there. Returns `true` if the row `from`
    /// existed. If both keys are the same, the row stays.
    ///
    /// An engine that knows when a row was written keeps a row at `to` that is newer than the row `from`, and only deletes
    /// `from`. A concurrent put to `to` may not have deleted `from` yet.
    ///
    /// An engine with transactions moves the row in one. The default takes two steps, which are atomic for one row
    /// each: it puts `to`, and then deletes `from`. If another writer changes one of these rows in between, it undoes
    /// its step and starts again. It cannot detect a concurrent put to `to` with the very same value: if that put comes
    /// between the two steps, it can be lost.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write. The row may then be stored under both keys.
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
            // If the row was deleted in the meantime, it must not exist at `to` either.
            let before = replaced.as_deref().map_or(Change::Delete, Change::Put);
            self.compare_and_set(to, Some(&value), before)?;
        }
    }

    /// Copies rows in this order, each from the first key of its [`Move`] to the second, and replaces existing rows.
    /// Returns the number of written rows. It does not count copies that already exist, or moves whose first row does
    /// not exist.
    ///
    /// An engine with transactions copies all rows in one. The default makes each copy in an atomic step, and then
    /// reads the row `from` again. If another writer has changed it, it undoes the copy and starts again. An engine
    /// that knows when a row was written keeps a row at `to` that is newer than the row `from`.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write. Some of the rows may have been copied.
    fn copy_rows(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        let mut copied = 0;
        for (from, to) in moves {
            copied += u64::from(copy_row(self, from, to)?);
        }
        Ok(copied)
    }

    /// Deletes the first row of each [`Move`] if its second key holds the [copy](Self::copy_rows), or a newer row.
    /// Returns the number of deleted rows.
    ///
    /// An engine with transactions deletes all rows in one. The default compares both rows, and then deletes each row
    /// in an atomic step, if it has not changed.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write. Some of the rows may have been deleted.
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

/// Copies a row and returns `true` if it wrote the copy.
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
        // The row `from` has changed since it was read. Undoes the copy and starts again.
        let before = there.as_deref().map_or(Change::Delete, Change::Put);
        store.compare_and_set(to, Some(&value), before)?;
    }
}

/// Reads the rows of a [`Store`].
///
/// If the engine has snapshots, a reader and its scans always see the store as it was when the reader was created. So a
/// scan over many ranges sees one state. An engine without snapshots documents it.
pub trait Reader {
    /// The error type of the [`Store`].
    type Error;

    /// The rows of a range. They do not borrow from the reader, so they can outlive it.
    type Scan: Scan<Error = Self::Error>;

    /// Declares that scans cannot return rows in the wrong order. If it is `false`, a table compares each key with the
    /// previous one.
    const IS_SORTED: bool = false;

    /// Returns the value of the row `key`, or `None` if the store has no such row.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Returns `true` if the store has a row with this key. An engine that can check this without reading the value
    /// does so.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn contains(&self, key: &[u8]) -> Result<bool, Self::Error> {
        Ok(self.get(key)?.is_some())
    }

    /// Returns the values of several rows, in the order of the keys. The default gets one after the other. A networked
    /// engine gets them with few calls.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn get_all(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Self::Error> {
        keys.iter().map(|key| self.get(key)).collect()
    }

    /// Returns an iterator over the rows of `range`, which reads them on demand. Errors are items of the iterator, even
    /// an error of the first step.
    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan;

    /// Returns the rows that a plan needs from `range`, in the direction of the plan. `range` is one of the plan's
    /// ranges, or a part of one.
    ///
    /// An engine may leave out rows that the plan does not [match](ScanPlan::matches). It may also fetch at most the
    /// plan's [limit](ScanPlan::row_limit) at once, which helps over a network. The default does neither.
    fn scan_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        self.scan(range, plan.direction())
    }

    /// Returns the rows like [`Reader::scan_of`], for callers that need only the keys. The result of [`Scan::value`] is
    /// unspecified. A networked engine does not send the values.
    fn keys_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        self.scan_of(plan, range)
    }

    /// Returns the cost of starting a scan, as the number of rows that the engine can read in the same time:
    /// [`OpenRange::seek_cost_in_rows`](rowkey_core::scan::engine::OpenRange::seek_cost_in_rows).
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// Returns the number of concurrent scans for one plan:
    /// [`OpenRange::concurrency`](rowkey_core::scan::engine::OpenRange::concurrency). More than 1 helps if a scan starts to
    /// read when it is created, before you request its first row.
    fn concurrency(&self) -> usize {
        1
    }
}

/// The rows of a range: one borrowed row at a time, or copied rows as an iterator.
///
/// Borrowed rows save the copy of each row that a filter drops. An engine that allocates vectors for each row wraps an
/// iterator over them in an [`OwnedScan`].
pub trait Scan: Iterator<Item = Result<RowBytes, <Self as Scan>::Error>> {
    /// The error type of the [`Store`].
    type Error;

    /// Advances to the next row, or returns `false` at the end.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot continue to read. The scan then has no more rows.
    fn advance(&mut self) -> Result<bool, <Self as Scan>::Error>;

    /// Returns the key of the row. It is empty before the first row and after the last.
    fn key(&self) -> &[u8];

    /// Returns the value of the row. It is empty before the first row and after the last.
    fn value(&self) -> &[u8];

    /// Continues in `range`, in place of a new scan of it: the next row is its first one. Returns `false` if it cannot,
    /// and then stays at its row. A table calls it if its filters rule out all rows up to `range`, which comes after the
    /// current row in the direction of the scan.
    ///
    /// The default is `false`. An engine whose cursor can move saves the work of a new one.
    fn seek(&mut self, range: &KeyRange) -> bool {
        let _ = range;
        false
    }
}

/// A [`Scan`] over an iterator of owned rows.
#[derive(Clone, Debug)]
pub struct OwnedScan<I> {
    rows: I,
    row: RowBytes,
}

impl<I> OwnedScan<I> {
    /// Creates a scan from an iterator. If an item is an error, it must be the last one.
    pub const fn new(rows: I) -> Self {
        Self { rows, row: (Vec::new(), Vec::new()) }
    }
}

impl<I: Iterator<Item = Result<RowBytes, E>>, E> Iterator for OwnedScan<I> {
    type Item = Result<RowBytes, E>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next()
    }
}

impl<I: Iterator<Item = Result<RowBytes, E>>, E> Scan for OwnedScan<I> {
    type Error = E;

    fn advance(&mut self) -> Result<bool, E> {
        // After an error, the row is empty too.
        self.row = RowBytes::default();
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

/// Returns the next row of a scan as a copy.
pub(crate) fn copied<S: Scan>(scan: &mut S) -> Option<Result<RowBytes, <S as Scan>::Error>> {
    match scan.advance() {
        Ok(true) => Some(Ok((scan.key().to_vec(), scan.value().to_vec()))),
        Ok(false) => None,
        Err(error) => Some(Err(error)),
    }
}

/// Makes pointers to stores into stores, which forward each call.
macro_rules! pointers_to_stores {
    ($($pointer:ty),*) => {$(
        impl<S: Store + ?Sized> Store for $pointer {
            const JOINS_WRITES: bool = S::JOINS_WRITES;
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

            fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error> {
                (**self).get(key)
            }

            fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Self::Error> {
                (**self).split_keys()
            }

            fn count(&self, range: KeyRange) -> Result<u64, Self::Error> {
                (**self).count(range)
            }
        }

        impl<S: CompareAndSet + ?Sized> CompareAndSet for $pointer {
            fn compare_and_set(
                &self,
                key: &[u8],
                expected: Option<&[u8]>,
                change: Change<'_>,
            ) -> Result<bool, Self::Error> {
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
    )*};
}

pointers_to_stores!(&S, Arc<S>);

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
