//! Versions of rows, with which an [`IndexedTable`](rowkey_store::IndexedTable) keeps its secondary keys.
//!
//! A table that keeps versions has these columns, if its values are in `f:v`:
//!
//! | Column | Content | Who sees it |
//! |---|---|---|
//! | `f:v` | the value of a row, or the key of the row that a secondary key leads to | the store |
//! | `rowkey:v` | the version of the row | this module |
//! | `rowkey:m` | in one row: which secondary keys are built | the store of the metadata |
//!
//! A read requests the first two columns by name, so it does not return the row of the metadata. HBase reads a row in one
//! atomic step, in all families.
//!
//! # Timestamps
//!
//! All cells here have the timestamps of the protocol. A put of a cell is the same cell again, and a delete hides cells
//! up to its timestamp, whenever they arrive. So both can be sent again. A swap is sent once, because a copy of it finds
//! another version.
//!
//! The gateway may still send it twice: its own client retries a call whose answer from the region server is lost. Then
//! the second copy finds the new version, and the answer is `false`, although the first copy has changed the row:
//!
//! ```text
//! swap v1 -> v2   gateway -> region server: v1, so v2 is set    the answer is lost
//!                 gateway -> region server: v2, not v1          false
//! ```
//!
//! So after `false`, the version is read. If it is the one of the swap, the swap is done. If another writer has replaced it
//! in the meantime, that cannot be seen.
//!
//! The clock of this process observes these timestamps, and a swap has its turn at the row alone. So a plain write of this
//! process is either before the swap, or gets a higher timestamp.

use rowkey_core::KeyRange;
use rowkey_store::versions::{
    Cell, Swap, SwapValue, Swapped, TimedDelete, TimedPut, TimedRow, Versioned, VersionedRow,
};
use rowkey_store::{Direction, IndexedStore, Sharing, Versions};
use std::collections::BTreeMap;
use std::time::Duration;

use crate::admin::check_lasts;
use crate::error::Task;
use crate::name::{full_name, table_name};
use crate::rows::column::VERSION;
use crate::rows::existing::MIN_SCAN_KEYS;
use crate::rows::filter::Filter;
use crate::rows::page::Select;
use crate::rows::request::Request;
use crate::rows::scan::Results;
use crate::rows::write::{each_at_once, parts};
use crate::thrift2::{
    TColumn, TColumnValue, TCompareOperator, TDelete, TDeleteType, TMutation, TPut, TRowMutations,
    TTHBaseServiceSyncClient,
};
use crate::{HBaseError, HBaseStore, VERSION_FAMILY, clock};

/// The qualifier of the column in [`VERSION_FAMILY`] that has the metadata.
const METADATA: &str = "m";

/// The maximum number of rows per read.
const ROWS: usize = 250;

/// The minimum number of bytes of a page per row, so that a read of many rows does not replace versions by stubs.
const BYTES_PER_ROW: usize = 1 << 10;

/// Keeps secondary keys with [versions](HBaseStore::with_versions).
impl IndexedStore for HBaseStore {
    type Way = Versions;
}

impl Versioned for HBaseStore {
    type Metadata = Self;

    /// All columns of a table are one store, because a row has one version.
    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        let name = |store: &Self| full_name(&table_name(store.table()));
        let is_same = self.hbase().address() == other.hbase().address() && name(self) == name(other);
        is_same.then(Vec::new)
    }

    /// Returns the table's column `rowkey:m`.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::NoVersions`] if this store was not made by [`with_versions`](HBaseStore::with_versions).
    fn metadata(&self) -> Result<Self, HBaseError> {
        self.check_versions()?;
        Ok(self.hbase().table(self.table(), VERSION_FAMILY).with_qualifier(METADATA).with_versions())
    }

    /// Describes the table.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::FamilyExpires`] if the family has a TTL, and [`HBaseError::NoVersions`] if the table lacks
    /// the family of the versions.
    fn check_entries(&self) -> Result<(), HBaseError> {
        self.check_versions()?;
        if !self.hbase().check_version_family(self.table())? {
            return Err(self.no_versions());
        }
        let families = self.hbase().families(self.table())?;
        let own = families.iter().find(|family| family.name.as_bytes() == self.family());
        own.map_or(Ok(()), |family| check_lasts(self.table(), family))
    }

    /// Reads rows in parts of limited size, of which [several](crate::Builder::parallel) are in flight at the same time.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::CellInFuture`] if a cell is from a time more than an hour ahead.
    fn read_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, HBaseError> {
        self.check_versions()?;
        keys.iter().try_for_each(|key| self.check_key(key))?;
        let options = self.hbase().options();
        let most = (options.page_bytes / BYTES_PER_ROW).clamp(1, ROWS);
        let mut rows = vec![VersionedRow::default(); keys.len()];
        let parts = keys.chunks(most).zip(rows.chunks_mut(most)).collect();
        each_at_once(options.parallel, parts, |(keys, rows): (&[Vec<u8>], &mut [_])| {
            let found = match keys {
                // A single row is wanted at any width.
                [key] => vec![self.read(key, Select::ValueAndVersion)?],
                keys => self.get_part(keys, Select::ValueAndVersion)?,
            };
            for ((key, row), cells) in keys.iter().zip(rows).zip(found) {
                *row = self.versioned(key, cells)?;
            }
            Ok(())
        })?;
        Ok(rows)
    }

    /// Finds the rows that exist with a scan per region, and reads these.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read_rows`](Self::read_rows).
    fn read_new_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, HBaseError> {
        self.check_versions()?;
        keys.iter().try_for_each(|key| self.check_key(key))?;
        if keys.len() < MIN_SCAN_KEYS {
            return self.read_rows(keys);
        }
        let existing = self.existing_keys(keys)?;
        let rows = self.read_rows(&existing)?;
        let rows: BTreeMap<_, _> = existing.into_iter().zip(rows).collect();
        Ok(keys.iter().map(|key| rows.get(key).cloned().unwrap_or_default()).collect())
    }

    /// Reads pages of limited size. A row with a wide value is read separately.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::CellInFuture`] if a cell is from a time more than an hour ahead.
    fn first_rows(&self, range: &KeyRange, most: usize) -> Result<Vec<(Vec<u8>, VersionedRow)>, HBaseError> {
        self.check_versions()?;
        let (select, filter, limit) = (Select::ValueAndVersion, Filter::None, Some(most));
        let request = Request { select, filter, limit, ..self.request(Direction::Forward) };
        let rows = Results::new(request, range.clone()).take(most);
        let versioned = |(key, cells): (Vec<u8>, crate::rows::row::Cells)| {
            let row = self.versioned(&key, cells.into_cells())?;
            Ok((key, row))
        };
        rows.map(|row| row.and_then(versioned)).collect()
    }

    /// Puts values like [`Store::write`](rowkey_store::Store::write), in parts of which several are in flight.
    fn put_at(&self, rows: &[TimedPut]) -> Result<(), HBaseError> {
        for TimedPut { key, value, .. } in rows {
            self.check_key(key)?;
            self.check_cell(key, self.family(), self.qualifier(), value)?;
        }
        let put = |row: &TimedPut| TPut::new(row.key.clone(), vec![self.value_cell(row.value.clone())], row.at);
        let bytes = |row: &TimedPut| row.key.len() + row.value.len();
        self.send_parts(
            rows,
            bytes,
            |row| (&row.key, row.at),
            |first, rows| self.put_rows(first, || rows.iter().map(put).collect()),
        )
    }

    /// Puts versions and values like [`Store::write`](rowkey_store::Store::write), in parts of which several are in flight.
    fn put_rows_at(&self, rows: &[TimedRow]) -> Result<(), HBaseError> {
        let cells = |row: &TimedRow| vec![version_cell(row.version.clone()), self.value_cell(row.value.clone())];
        self.put_cells_at(rows, |row| (&row.key, row.at), cells)
    }

    /// Deletes values like [`Store::write`](rowkey_store::Store::write), in parts of which several are in flight.
    fn delete_up_to(&self, rows: &[TimedDelete]) -> Result<(), HBaseError> {
        rows.iter().try_for_each(|row| self.check_key(&row.key))?;
        let delete = |row: &TimedDelete| self.delete_of_value(&row.key, row.up_to);
        self.send_parts(
            rows,
            |row| row.key.len(),
            |row| (&row.key, row.up_to),
            |first, rows| self.delete_rows(first, || rows.iter().map(delete).collect()),
        )
    }

    /// Sends one call per swap. [Several](crate::Builder::parallel) are in flight at the same time.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::RowBusy`] if other writes of this process to the row did not end in time.
    fn swap(&self, swaps: &[Swap]) -> Result<Vec<Swapped<HBaseError>>, HBaseError> {
        self.check_versions()?;
        swaps.iter().try_for_each(|swap| self.check_cells(&swap.key, &self.cells_of(swap)))?;
        let mut outcomes: Vec<_> = swaps.iter().map(|_| None).collect();
        each_at_once(self.hbase().options().parallel, swaps.iter().zip(&mut outcomes).collect(), |(swap, outcome)| {
            *outcome = Some(self.swap_row(swap)?);
            Ok(())
        })?;
        Ok(outcomes.into_iter().flatten().collect())
    }

    /// Puts the rows in batches, without a condition. HBase hides late copies of these puts behind a later delete.
    fn create(&self, rows: &[Swap]) -> Result<Vec<Swapped<HBaseError>>, HBaseError> {
        self.put_cells_at(rows, |row| (&row.key, row.at), |row| self.cells_of(row))?;
        Ok(rows.iter().map(|_| Swapped::Done).collect())
    }

    fn now(&self) -> i64 {
        clock::now()
    }

    /// Returns [`Builder::retry_for`](crate::Builder::retry_for).
    fn retry_for(&self) -> Duration {
        self.hbase().options().retry_for
    }
}

impl HBaseStore {
    fn no_versions(&self) -> HBaseError {
        HBaseError::NoVersions { table: self.table().to_owned() }
    }

    /// Returns an error if deletes of this store would delete the versions of rows, or if its values are in their family.
    fn check_versions(&self) -> Result<(), HBaseError> {
        let is_kept = self.keeps_versions && self.family() != VERSION_FAMILY.as_bytes();
        if is_kept { Ok(()) } else { Err(self.no_versions()) }
    }

    /// Returns the version and the value from the cells of a row.
    fn versioned(&self, key: &[u8], cells: Vec<TColumnValue>) -> Result<VersionedRow, HBaseError> {
        let (mut row, now) = (VersionedRow::default(), clock::now());
        for TColumnValue { family, value, timestamp, .. } in cells {
            let at = timestamp.unwrap_or_default();
            self.observe(key, at, now)?;
            let cell = Some(Cell { at, bytes: value });
            if family == VERSION_FAMILY.as_bytes() { row.version = cell } else { row.value = cell }
        }
        Ok(row)
    }

    fn check_cells(&self, key: &[u8], cells: &[TColumnValue]) -> Result<(), HBaseError> {
        self.check_key(key)?;
        cells.iter().try_for_each(|cell| self.check_cell(key, &cell.family, &cell.qualifier, &cell.value))
    }

    /// Puts cells of rows at their timestamps, in parts of which several are in flight.
    fn put_cells_at<R: Sync>(
        &self,
        rows: &[R],
        key_and_time: impl for<'r> Fn(&'r R) -> (&'r Vec<u8>, i64) + Sync,
        cells: impl Fn(&R) -> Vec<TColumnValue> + Sync,
    ) -> Result<(), HBaseError> {
        self.check_versions()?;
        rows.iter().try_for_each(|row| self.check_cells(key_and_time(row).0, &cells(row)))?;
        let put = |row: &R| {
            let (key, at) = key_and_time(row);
            TPut::new(key.clone(), cells(row), at)
        };
        let bytes = |row: &R| key_and_time(row).0.len() + cells(row).iter().map(|cell| cell.value.len()).sum::<usize>();
        self.send_parts(rows, bytes, &key_and_time, |first, rows| {
            self.put_rows(first, || rows.iter().map(put).collect())
        })
    }

    fn value_cell(&self, value: Vec<u8>) -> TColumnValue {
        TColumnValue::new(self.family().to_vec(), self.qualifier().to_vec(), value, None)
    }

    /// Returns the cells that a swap puts, without their timestamps.
    fn cells_of(&self, swap: &Swap) -> Vec<TColumnValue> {
        let version = swap.version.clone().map(version_cell);
        let value = match &swap.value {
            SwapValue::Put(value) => Some(self.value_cell(value.clone())),
            SwapValue::Keep | SwapValue::Delete => None,
        };
        version.into_iter().chain(value).collect()
    }

    /// Returns the changes of a swap: a put of its cells, a delete of the value, and a delete of the version.
    fn changes_of(&self, swap: &Swap) -> TRowMutations {
        let cells = self.cells_of(swap);
        let put = (!cells.is_empty()).then(|| TMutation::Put(TPut::new(swap.key.clone(), cells, swap.at)));
        let value = (swap.value == SwapValue::Delete).then(|| self.delete_of_value(&swap.key, swap.at));
        let version = swap.version.is_none().then(|| {
            let column = TColumn::new(VERSION_FAMILY.as_bytes().to_vec(), VERSION.to_vec(), swap.at);
            TDelete::new(swap.key.clone(), vec![column], swap.at, TDeleteType::DELETE_COLUMNS)
        });
        let deletes = value.into_iter().chain(version).map(TMutation::DeleteSingle);
        TRowMutations::new(swap.key.clone(), put.into_iter().chain(deletes).collect())
    }

    /// Makes a swap in its turn. HBase takes an empty value for a missing one, and a version is never empty.
    fn swap_row(&self, swap: &Swap) -> Result<Swapped<HBaseError>, HBaseError> {
        const SWAP: &str = "change a version of a row of";
        let _turn = self.turn(SWAP, &[&swap.key], Sharing::Alone)?;
        clock::observe(&swap.key, swap.at, clock::now());
        let task = Task::at(SWAP, self.table(), &swap.key);
        let done = self.hbase().change_after_read(task.clone(), self.family(), |client| {
            client.check_and_mutate(
                self.table().into(),
                swap.key.clone(),
                VERSION_FAMILY.into(),
                VERSION.to_vec(),
                TCompareOperator::EQUAL,
                swap.expected.clone().unwrap_or_default(),
                self.changes_of(swap),
            )
        });
        match done {
            Ok(true) => Ok(Swapped::Done),
            // The gateway may have sent it twice.
            Ok(false) => Ok(match self.read(&swap.key, Select::ValueAndVersion) {
                Ok(cells) if cells.iter().any(|cell| self.is_version_of(swap, cell)) => Swapped::Done,
                Ok(_) => Swapped::Differs,
                Err(error) => Swapped::Unknown(error.into_unknown(task)),
            }),
            Err(error @ HBaseError::OutcomeUnknown { .. }) => Ok(Swapped::Unknown(error)),
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if a cell is the version that a swap sets.
    fn is_version_of(&self, swap: &Swap, cell: &TColumnValue) -> bool {
        cell.family == VERSION_FAMILY.as_bytes() && swap.version.as_ref() == Some(&cell.value)
    }

    /// Sends rows in parts, after the clock has observed their timestamps. `send` gets the first key of a part, and its
    /// rows.
    fn send_parts<R: Sync>(
        &self,
        rows: &[R],
        bytes: impl Fn(&R) -> usize,
        key_and_time: impl for<'r> Fn(&'r R) -> (&'r Vec<u8>, i64) + Sync,
        send: impl Fn(&[u8], &[R]) -> Result<(), HBaseError> + Sync,
    ) -> Result<(), HBaseError> {
        let options = self.hbase().options();
        let parts = parts(rows, options.batch_rows, options.batch_bytes, bytes).collect();
        each_at_once(options.parallel, parts, |rows: &[R]| {
            let now = clock::now();
            for (key, at) in rows.iter().map(&key_and_time) {
                clock::observe(key, at, now);
            }
            let first = rows.first().map(|row| key_and_time(row).0.as_slice());
            send(first.unwrap_or_default(), rows)
        })
    }
}

/// Returns the cell of a version, without its timestamp.
fn version_cell(version: Vec<u8>) -> TColumnValue {
    TColumnValue::new(VERSION_FAMILY.as_bytes().to_vec(), VERSION.to_vec(), version, None)
}
