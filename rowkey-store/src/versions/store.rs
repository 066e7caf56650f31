//! What an engine adds so that its tables can keep versions.

use rowkey_core::KeyRange;
use std::time::Duration;

use crate::{CompareAndSet, IndexedStore, Versions, WriteClock};

/// A cell: its timestamp and its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The timestamp in milliseconds.
    pub at: i64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The newest cells of a row, from one read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionedRow {
    /// The version. Tables do not see it.
    pub version: Option<Cell>,
    /// The value. For a table, a row without a value does not exist.
    pub value: Option<Cell>,
}

/// The change of the value in a [`Swap`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwapValue {
    /// The value stays.
    Keep,
    /// The value is put at the time of the swap.
    Put(Vec<u8>),
    /// The value is deleted, up to the time of the swap.
    Delete,
}

/// One atomic step of a row: if its version is the expected one, it gets another version, and its value changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The key of the row.
    pub key: Vec<u8>,
    /// The bytes of the version that the row must have, or `None` if it must have no version.
    pub expected: Option<Vec<u8>>,
    /// The time of the step, in milliseconds: the timestamp of its cells, and of its deletes.
    pub at: i64,
    /// The bytes of the new version, or `None` to delete the version up to the time of the step.
    pub version: Option<Vec<u8>>,
    /// The change of the value.
    pub value: SwapValue,
}

/// The outcome of a [`Swap`].
#[derive(Debug)]
pub enum Swapped<E> {
    /// It changed the row.
    Done,
    /// The row has another version. It did not change the row.
    Differs,
    /// It may have changed the row, or may still do so.
    Unknown(E),
}

/// A cell to put: an entry of a secondary key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedPut {
    /// The key of the row.
    pub key: Vec<u8>,
    /// The value.
    pub value: Vec<u8>,
    /// The timestamp in milliseconds.
    pub at: i64,
}

/// The cells of a row to put: its version and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedRow {
    /// The key of the row.
    pub key: Vec<u8>,
    /// The bytes of the version.
    pub version: Vec<u8>,
    /// The value.
    pub value: Vec<u8>,
    /// The timestamp of both cells in milliseconds.
    pub at: i64,
}

/// Cells to delete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedDelete {
    /// The key of the row.
    pub key: Vec<u8>,
    /// The timestamp of the newest cell to delete, in milliseconds.
    pub up_to: i64,
}

/// An engine that changes one row atomically, and whose cells have timestamps. An [`IndexedTable`](crate::IndexedTable)
/// keeps the secondary keys of its tables with the [protocol](crate::versions) of this module.
///
/// Each row has two columns: the value, which a [`Store`](crate::Store) reads and writes, and a version, which no other
/// method of the store reads or changes. So a delete of a row leaves the version. Of each column, only the cell with the
/// highest timestamp counts.
pub trait Versioned: IndexedStore<Way = Versions> {
    /// The store of the [metadata](Self::metadata).
    type Metadata: CompareAndSet<Error = Self::Error>;

    /// Returns the bytes that `other` has before each key of this store, or `None` if this store is not in `other`:
    /// [`Transact::prefix_in`](crate::Transact::prefix_in).
    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>>;

    /// Returns the store of the metadata of this table: [`Transact::metadata`](crate::Transact::metadata).
    ///
    /// # Errors
    ///
    /// Returns the engine's error if the table cannot keep versions.
    fn metadata(&self) -> Result<Self::Metadata, Self::Error>;

    /// Checks that this table can keep the entries of a secondary key. For example, they must not expire.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot, or if the engine cannot tell.
    fn check_entries(&self) -> Result<(), Self::Error>;

    /// Returns the version and the value of each row, in the order of the keys. Each row is one atomic read.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read, or if a cell is from a time so far in the future that it would hide
    /// later writes.
    fn read_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, Self::Error>;

    /// Returns the same rows as [`read_rows`](Self::read_rows). A load calls it for its rows, which usually do not exist.
    ///
    /// Override it if your engine can find out faster which of many rows exist. It must find each row that has a version or
    /// a value. Tombstones are such rows.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read_rows`](Self::read_rows).
    fn read_new_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, Self::Error> {
        self.read_rows(keys)
    }

    /// Returns the first rows of a range that have a version or a value, in the order of their keys. There are at most
    /// `most` of them, which is at least 1, and fewer only at the end of the range.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn first_rows(&self, range: &KeyRange, most: usize) -> Result<Vec<(Vec<u8>, VersionedRow)>, Self::Error>;

    /// Puts values at their timestamps, in any order. A repeated or late put has the same effect.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot write. Some of the values may then be written.
    fn put_at(&self, rows: &[TimedPut]) -> Result<(), Self::Error>;

    /// Puts versions and values at their timestamps, in any order and without a condition. The two cells of a row are put
    /// together. A repeated or late put has the same effect, and is hidden by later cells of the row.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot write. Some of the rows may then be written.
    fn put_rows_at(&self, rows: &[TimedRow]) -> Result<(), Self::Error>;

    /// Deletes the values up to their timestamps, in any order. A repeated or late delete has the same effect.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot write. Some of the values may then be deleted.
    fn delete_up_to(&self, rows: &[TimedDelete]) -> Result<(), Self::Error>;

    /// Makes each swap, in any order. Each is sent only once, because a copy of it would have another outcome. The
    /// outcomes are in the order of the swaps.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it rejects a swap, or cannot send it. The others may then be done.
    fn swap(&self, swaps: &[Swap]) -> Result<Vec<Swapped<Self::Error>>, Self::Error>;

    /// Puts rows that have neither a version nor a value, as [`swap`](Self::swap) does. An engine whose deletes also hide
    /// late puts can put them without a condition, many at once, if nobody else writes these rows. After an unknown outcome,
    /// the same row may be created again with the same cells.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`swap`](Self::swap).
    fn create(&self, rows: &[Swap]) -> Result<Vec<Swapped<Self::Error>>, Self::Error> {
        self.swap(rows)
    }

    /// Returns the time of the clock in milliseconds since 1970.
    fn now(&self) -> i64 {
        WriteClock::now()
    }

    /// Returns the time after which no operation and no message is still on its way: one day.
    ///
    /// A [sweep](crate::IndexedTable::sweep) waits for it where no version tells whether a writer is at work. It compares
    /// the clock of this machine with the clocks of the writers.
    fn grace(&self) -> Duration {
        Duration::from_secs(24 * 3_600)
    }

    /// Returns the time after which a write gives up that begins again and again, because others write its row. It is
    /// measured with [`now`](Self::now).
    fn retry_for(&self) -> Duration;
}
