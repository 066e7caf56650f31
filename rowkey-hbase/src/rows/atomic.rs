//! Changes that depend on the current row. Each is sent only once, because a second execution would have another
//! effect.
//!
//! # Races
//!
//! HBase compares values, and orders versions by timestamps. So each change here has its turn at the row, alone, from
//! before it reads the cell until it has the answer: no other write of this process is on its way to the row
//! ([`rowkey_store::Turn`]). Its timestamp is then above those of all writes of this process that have arrived, and those
//! of all later writes are above it. What remains:
//!
//! - A late copy of a write whose outcome is unknown has a lower timestamp than the change. If it arrives before the
//!   change, the change compares with it. If it arrives after the change, the change hides it.
//! - Another process takes no turn here. A put of it that overlaps a change, and has a lower timestamp, is acknowledged
//!   and hidden.
//!
//! A move has its turn at both rows, so no write of this process comes between its steps. Its conditions are for other
//! processes. It compares the timestamps of the two rows first: while a put is half done, the new row is at the new key,
//! and the row that it replaces still at the old one.

use crate::error::Task;
use crate::rows::check::cells_of;
use crate::rows::row::observe;
use crate::rows::write::each_at_once;
use crate::thrift2::{TColumnIncrement, TColumnValue, TIncrement, TPut, TTHBaseServiceSyncClient};
use crate::{Cell, HBaseError, HBaseStore, clock, host};
use rowkey_store::{Change, CompareAndSet, Move, Sharing, Store, Turn, WriteClock, independent_moves};
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

const CHECK_AND_PUT: &str = "check and put a row of";
const CHECK_AND_DELETE: &str = "check and delete a row of";

impl HBaseStore {
    /// Writes `value` to the row `key` only if the store's column has the value `expected`, or does not exist if that
    /// is `None`. Returns `true` if it wrote the value. HBase compares and writes in one atomic step.
    ///
    /// ```no_run
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// let owners = hbase.table("owners", "f");
    /// if owners.check_and_put(b"lock", None, "me")? {
    ///     println!("it was nobody's");
    /// }
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// The client first reads the cell, so that the put gets a higher timestamp. HBase itself does not distinguish a
    /// missing cell from an empty value, so that read does.
    ///
    /// Other writes of this process to the row wait until it is done, and it waits for those before it. A put or a delete
    /// of another process that overlaps it can be acknowledged and hidden: [guarantees](crate#guarantees-and-their-limits).
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::CellInFuture`] if the cell would hide the put, and [`HBaseError::RowBusy`] if it waited too
    /// long for other writes of the row. Returns [`HBaseError::OutcomeUnknown`] if
    /// the answer is lost. Read the row in that case. Otherwise, returns the same errors as
    /// [`put_columns`](Self::put_columns).
    pub fn check_and_put(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        value: impl Into<Vec<u8>>,
    ) -> Result<bool, HBaseError> {
        let value = value.into();
        self.check_key(key)?;
        self.check_cell(key, self.family(), self.qualifier(), &value)?;
        let cell = TColumnValue::new(self.family().to_vec(), self.qualifier().to_vec(), value, None);
        let Some((_turn, stamp)) = self.turn_if(CHECK_AND_PUT, key, expected)? else { return Ok(false) };
        self.check_and_put_at(stamp, key, expected, vec![cell])
    }

    /// Puts the cells at `stamp`, which is above the timestamp of the cell that was read.
    fn check_and_put_at(
        &self,
        stamp: i64,
        key: &[u8],
        expected: Option<&[u8]>,
        cells: Vec<TColumnValue>,
    ) -> Result<bool, HBaseError> {
        let put = TPut::new(key.to_vec(), cells, stamp);
        let task = Task::at(CHECK_AND_PUT, self.table(), key);
        let value = expected.unwrap_or_default();
        self.hbase().change_once(task, self.family(), |client| {
            let (family, qualifier) = (self.family().to_vec(), self.qualifier().to_vec());
            client.check_and_put(self.table().into(), key.into(), family, qualifier, value.into(), put)
        })
    }

    /// Deletes the row `key` in all families (or only the store's column, if the table [keeps
    /// versions](Self::with_versions)), only if the store's column has the value `expected`. Returns `true` if it
    /// deleted the row. HBase compares and deletes in one atomic step.
    ///
    /// The client first reads the cell, like [`check_and_put`](Self::check_and_put).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`check_and_put`](Self::check_and_put).
    pub fn check_and_delete(&self, key: &[u8], expected: &[u8]) -> Result<bool, HBaseError> {
        self.check_key(key)?;
        let Some((_turn, stamp)) = self.turn_if(CHECK_AND_DELETE, key, Some(expected))? else { return Ok(false) };
        self.check_and_delete_at(stamp, key, expected)
    }

    /// Deletes the row at `stamp`, which is above the timestamp of the cell that was read.
    fn check_and_delete_at(&self, stamp: i64, key: &[u8], expected: &[u8]) -> Result<bool, HBaseError> {
        let delete = self.delete_of(key, stamp);
        let task = Task::at(CHECK_AND_DELETE, self.table(), key);
        self.hbase().change_once(task, self.family(), |client| {
            let (family, qualifier) = (self.family().to_vec(), self.qualifier().to_vec());
            client.check_and_delete(self.table().into(), key.into(), family, qualifier, expected.into(), delete)
        })
    }

    /// Returns the store's column from the cells of a row.
    fn cell_in<'c>(&self, cells: &'c [Cell]) -> Option<&'c Cell> {
        cells.iter().find(|cell| *cell.family == *self.family() && *cell.qualifier == *self.qualifier())
    }

    /// Returns the value of the store's column from the cells of a row.
    fn value_in(&self, cells: &[Cell]) -> Option<Vec<u8>> {
        self.cell_in(cells).map(|cell| cell.value.clone())
    }

    /// Waits for the turn at a row, alone. Returns it, and a timestamp above that of the store's cell. Returns `None` if
    /// the cell does not have the expected value.
    ///
    /// It reads the row once more after each write that it waits for. So if many threads change one row, and one of them
    /// has changed it, the others need no turn to find that out.
    fn turn_if(
        &self,
        what: &'static str,
        key: &[u8],
        expected: Option<&[u8]>,
    ) -> Result<Option<(Turn, i64)>, HBaseError> {
        let mut turn = clock::turn([key], Sharing::Alone);
        let read = host::wait_for(self.turn_deadline(), |context| {
            // Only a cell that was read during the turn is compared with nobody in between.
            let is_next = turn.poll(context).is_ready();
            match self.get_versions(key, 1).map(|mut cells| cells.pop()) {
                Ok(cell) if !is_next && value_of(cell.as_ref()) == expected => Poll::Pending,
                read => Poll::Ready(read),
            }
        });
        let cell = read.ok_or_else(|| self.row_busy(what, key))??;
        if value_of(cell.as_ref()) != expected {
            return Ok(None);
        }
        Ok(Some((turn, self.stamp_above(key, cell.as_ref())?)))
    }

    /// Returns a timestamp above that of a cell that was read from the row.
    fn stamp_above(&self, key: &[u8], cell: Option<&Cell>) -> Result<i64, HBaseError> {
        let now = clock::now();
        cell.and_then(|cell| cell.timestamp).map_or(Ok(()), |timestamp| self.observe(key, timestamp, now))?;
        Ok(clock::stamp(key, now))
    }

    /// Makes later writes of a row use timestamps above one that was read from it. Returns an error if it is too far in
    /// the future.
    pub(crate) fn observe(&self, key: &[u8], timestamp: i64, now: i64) -> Result<(), HBaseError> {
        if clock::observe(key, timestamp, now) {
            return Ok(());
        }
        let (table, key) = (self.table().to_owned(), key.to_vec());
        Err(HBaseError::CellInFuture { table, key, timestamp, most: now.saturating_add(WriteClock::FARTHEST) })
    }

    /// Adds `amount` to a number in a column of the row `key`, and returns the sum. HBase stores such a number as 8
    /// bytes in big-endian order (`i64::to_be_bytes`). A missing column counts as 0.
    ///
    /// ```no_run
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// let calls = hbase.table("calls", "f").increment(b"13362666677", "calls", 1)?;
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// The region server sets the timestamp. If the local clock is ahead of it, an increment right after this process
    /// deletes the row is hidden by the delete.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::Server`] if the value of the column does not have 8 bytes. Returns
    /// [`HBaseError::OutcomeUnknown`] if the answer is lost or does not belong to this row.
    pub fn increment(&self, key: &[u8], qualifier: impl Into<Vec<u8>>, amount: i64) -> Result<i64, HBaseError> {
        self.check_key(key)?;
        let column = TColumnIncrement::new(self.family().to_vec(), qualifier.into(), amount);
        let increment = TIncrement::new(key.to_vec(), vec![column]);
        let task = || Task::at("increment a row of", self.table(), key);
        let call = |client: &mut crate::net::connection::Client| client.increment(self.table().into(), increment);
        let row = self.hbase().change_once(task(), self.family(), call)?;
        // The answer belongs to another call, so HBase may or may not have executed this one.
        let malformed = |message| self.hbase().malformed(task(), message).into_unknown(task());
        let cells = cells_of(key, row).map_err(malformed)?;
        observe(key, &cells, clock::now());
        let sum = cells.first().and_then(|cell| cell.value.as_slice().try_into().ok());
        sum.map(i64::from_be_bytes).ok_or_else(|| malformed("expected the sum of an increment in 8 bytes".into()))
    }
}

/// Compares the store's column. A row without it does not exist for the store.
impl CompareAndSet for HBaseStore {
    /// # Errors
    ///
    /// Returns the same errors as [`HBaseStore::check_and_put`].
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, HBaseError> {
        match (change, expected) {
            (Change::Put(value), expected) => self.check_and_put(key, expected, value),
            (Change::Delete, Some(expected)) => self.check_and_delete(key, expected),
            (Change::Delete, None) => Ok(self.get(key)?.is_none()),
        }
    }

    /// Moves all columns of the row in all families, each in its newest version. If the table [keeps
    /// versions](HBaseStore::with_versions), it moves only the store's column. If the row at the new key was written
    /// later, that row stays, and only the row `from` is deleted.
    ///
    /// It puts the columns under the key `to`, and then deletes the row `from`. No other write of this process comes in
    /// between. If another process changes the store's column of one of the rows, the move undoes its step and starts
    /// again. A column that exists only in the row `to` stays. If another process changes another column of `from`
    /// between the two steps, the change is lost.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`HBaseStore::check_and_put`]. The row may then be stored under both keys.
    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, HBaseError> {
        self.check_key(to)?;
        // Most rows have moved long ago, and need no turn.
        let is_there = self.get(from)?.is_some();
        if from == to || !is_there {
            return Ok(is_there);
        }
        let _turn = self.turn("move a row of", &[from, to], Sharing::Alone)?;
        loop {
            let (there, cells) = (self.moved_cells(to)?, self.moved_cells(from)?);
            let Some(moved) = self.cell_in(&cells).cloned() else { return Ok(false) };
            let mut placed = None;
            if !self.is_copy(&there, &cells) {
                // The put fails if another process has changed `to`. Then start again.
                let Some(stamp) = self.put_copy(to, &there, cells)? else { continue };
                placed = Some(stamp);
            }
            // The delete fails if another process has changed `from`. Then the copy is outdated.
            if self.check_and_delete_at(self.stamp_above(from, Some(&moved))?, from, &moved.value)? {
                return Ok(true);
            }
            if let Some(stamp) = placed {
                self.take_back(to, stamp, there)?;
            }
        }
    }

    /// Copies all columns of the rows in all families, each in its newest version. If the table [keeps
    /// versions](HBaseStore::with_versions), it copies only the store's column. A column that exists only in the row
    /// at the new key stays. A row at the new key that is newer than the original also stays.
    ///
    /// It makes [several](crate::Builder::parallel) [independent](independent_moves) copies concurrently.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`HBaseStore::check_and_put`]. It does not start another copy after an error.
    fn copy_rows(&self, moves: &[Move]) -> Result<u64, HBaseError> {
        let copied = AtomicU64::new(0);
        for part in independent_moves(moves) {
            self.count_each(part, &copied, |from, to| self.copy_row(from, to))?;
        }
        Ok(copied.into_inner())
    }

    /// Deletes [several](crate::Builder::parallel) rows concurrently.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`HBaseStore::check_and_delete`]. It does not delete another row after an error.
    fn delete_copied(&self, moves: &[Move]) -> Result<u64, HBaseError> {
        let deleted = AtomicU64::new(0);
        self.count_each(moves.iter().collect(), &deleted, |from, to| self.delete_copy(from, to))?;
        Ok(deleted.into_inner())
    }
}

impl HBaseStore {
    /// Makes a change for each move, several at a time, and counts those that changed a row.
    fn count_each(
        &self,
        moves: Vec<&Move>,
        count: &AtomicU64,
        change: impl Fn(&[u8], &[u8]) -> Result<bool, HBaseError> + Sync,
    ) -> Result<(), HBaseError> {
        each_at_once(self.hbase().options().parallel, moves, |(from, to)| {
            count.fetch_add(change(from, to)?.into(), Ordering::Relaxed);
            Ok(())
        })
    }

    /// Returns the cells of the row `key` that a move moves. The version of a row belongs to its key.
    fn moved_cells(&self, key: &[u8]) -> Result<Vec<Cell>, HBaseError> {
        if self.keeps_versions { self.get_versions(key, 1) } else { self.get_cells(key) }
    }

    fn copy_row(&self, from: &[u8], to: &[u8]) -> Result<bool, HBaseError> {
        self.check_key(to)?;
        let _turn = self.turn("copy a row of", &[from, to], Sharing::Alone)?;
        loop {
            let (there, cells) = (self.moved_cells(to)?, self.moved_cells(from)?);
            let Some(value) = self.value_in(&cells) else { return Ok(false) };
            if from == to || self.is_copy(&there, &cells) {
                return Ok(false);
            }
            let Some(stamp) = self.put_copy(to, &there, cells)? else { continue };
            if self.get(from)?.as_ref() == Some(&value) {
                return Ok(true);
            }
            self.take_back(to, stamp, there)?;
        }
    }

    fn delete_copy(&self, from: &[u8], to: &[u8]) -> Result<bool, HBaseError> {
        let _turn = self.turn("delete a copied row of", &[from, to], Sharing::Alone)?;
        let cells = self.moved_cells(from)?;
        match self.value_in(&cells) {
            Some(value) if from != to && self.is_copy(&self.moved_cells(to)?, &cells) => {
                self.check_and_delete_at(self.stamp_above(from, self.cell_in(&cells))?, from, &value)
            }
            _ => Ok(false),
        }
    }

    /// Puts a copy of a row over the row `there`, as it was read from the key `to`. Returns the timestamp of the copy, or
    /// `None` if the row has changed.
    fn put_copy(&self, to: &[u8], there: &[Cell], cells: Vec<Cell>) -> Result<Option<i64>, HBaseError> {
        let (before, stamp) = (self.cell_in(there), self.stamp_above(to, self.cell_in(there))?);
        Ok(self.check_and_put_at(stamp, to, value_of(before), untimed(cells))?.then_some(stamp))
    }

    /// Returns `true` if a row is a copy of another, or was written after it.
    fn is_copy(&self, copy: &[Cell], cells: &[Cell]) -> bool {
        let same = |a: &Cell, b: &Cell| a.family == b.family && a.qualifier == b.qualifier;
        let is_later =
            self.cell_in(copy).is_some_and(|cell| Some(cell.timestamp) > self.cell_in(cells).map(|it| it.timestamp));
        is_later || cells.iter().all(|cell| copy.iter().any(|it| same(it, cell) && it.value == cell.value))
    }

    /// Undoes a copy of a row that changed in the meantime. If the original was deleted, the copy must not stay at the
    /// new key. If the row at the new key is no longer the copy with this timestamp, it stays.
    fn take_back(&self, to: &[u8], placed: i64, before: Vec<Cell>) -> Result<(), HBaseError> {
        let Some(copy) = self.get_versions(to, 1)?.pop().filter(|copy| copy.timestamp == Some(placed)) else {
            return Ok(());
        };
        let stamp = self.stamp_above(to, Some(&copy))?;
        match self.cell_in(&before) {
            Some(_) => self.check_and_put_at(stamp, to, Some(&copy.value), untimed(before))?,
            None => self.check_and_delete_at(stamp, to, &copy.value)?,
        };
        Ok(())
    }
}

/// Returns the value of a cell, if the cell exists.
fn value_of(cell: Option<&Cell>) -> Option<&[u8]> {
    cell.map(|cell| cell.value.as_slice())
}

/// Returns the cells without their timestamps, so that a put gives them its own.
fn untimed(cells: Vec<Cell>) -> Vec<TColumnValue> {
    cells.into_iter().map(|cell| TColumnValue::new(cell.family, cell.qualifier, cell.value, None)).collect()
}
