//! Rows that are changed in one atomic step if they have the expected value.
//!
//! # Races
//!
//! A compare-and-set removes all cells of the column, so it hides nothing that Bigtable has acknowledged before. A put
//! that arrives after it is hidden if its timestamp is lower, and a delete that arrives after it does not remove its cell.
//! If such a write takes its timestamp first and arrives last, it is acknowledged and lost. The other way round, a late
//! copy of a put with a higher timestamp hides the cell, although the compare-and-set came after the put.
//!
//! So a compare-and-set and the puts and deletes of its row take turns ([`rowkey_store::Turn`]). Each takes its timestamp
//! in its turn, and has it until it knows the outcome or its time is over. Several compare-and-sets of a row share a turn,
//! because the order in which they arrive decides, and not their timestamps. What remains:
//!
//! - A late copy of a write whose outcome is unknown has a lower timestamp. If it is a put, and the row was deleted in the
//!   meantime, it restores the row, because Bigtable keeps no trace of a delete.
//! - Another process takes no turn here.
//!
//! A move has its turn at both rows, alone, so no write of this process comes between its steps. Its conditions are for
//! other processes. It compares the timestamps of the two rows first: while a put is half done, the new row is at the new
//! key, and the row that it replaces still at the old one.

use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::{CheckAndMutateRowRequest, Mutation, RowFilter};
use rowkey_store::{Change, Sharing, Turn};

use crate::chunks::Cell;
use crate::client::{CallHead, CallSpec};
use crate::error::{BigtableError, Task};
use crate::filter::{chain, exactly, newest, value_filter};
use crate::retry::Retries;
use crate::store::BigtableStore;

impl BigtableStore {
    /// Changes the row `key` only if its value is `expected`, where `None` means that the row does not exist. Returns
    /// `true` if it changed the row.
    ///
    /// The call is sent once. If the answer is lost, the outcome is unknown: [`BigtableError::OutcomeUnknown`].
    ///
    /// Puts and deletes of this process to the row wait until it is done, and it waits for those before it. A put or a
    /// delete of another process that overlaps it can be acknowledged and lost:
    /// [guarantees](crate#guarantees-and-their-limits).
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::RowBusy`] if the wait for other writes of the row takes longer than
    /// [`timeout`](crate::Config::timeout). Returns [`BigtableError::AppProfile`] if the application profile does not allow
    /// it. Returns [`BigtableError::ComparedTooLong`] if `expected` does not fit into a filter. The limit is about 18 KiB, and
    /// less if the value contains bytes that must be quoted in a regular expression.
    pub async fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> Result<bool, BigtableError> {
        self.check_key(key)?;
        let too_long = |(bytes, most)| {
            let table = self.table().into();
            BigtableError::ComparedTooLong { table, key: key.into(), bytes, most }
        };
        let expected = expected.map(value_filter).transpose().map_err(too_long)?;
        let (task, retries) = ("compare and set a row of", Retries::new(self.bigtable().config().timeout));
        let _turn = self.turn(task, &[key], Sharing::Comparisons, &retries).await?;
        let expected = expected.map(|value| vec![value]);
        self.change_within(retries, task, key, expected, self.replace(key, change)).await
    }

    /// Moves the row `from` to the key `to`, and replaces an existing row there. Returns `true` if the row `from`
    /// existed. If the row at the key `to` was written later, that row stays, and only the row `from` is deleted.
    ///
    /// It takes two steps, which are atomic for one row each: it puts `to`, and then deletes `from`. No other write of
    /// this process comes in between. If another process changes one of these rows, the move undoes its step and starts
    /// again.
    ///
    /// To detect a change, it compares the timestamp of the newest cell, and the value too if that fits into a filter.
    /// So values can have any size. But if the value is large, it misses a put of another process in the very same
    /// millisecond as the previous one.
    ///
    /// # Errors
    ///
    /// Returns an error if the row cannot be read or written, or [`BigtableError::OutcomeUnknown`]. The row may then be
    /// stored under both keys.
    pub async fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, BigtableError> {
        self.check_key(to)?;
        // Most rows have moved long ago, and need no turn.
        let is_there = self.contains(from).await?;
        if from == to || !is_there {
            return Ok(is_there);
        }
        let task = "move a row of";
        let _turn = self.both(task, from, to).await?;
        loop {
            let there = self.newest_cell(to).await?;
            let Some(moved) = self.newest_cell(from).await? else { return Ok(false) };
            let mut placed = None;
            if !there.as_ref().is_some_and(|there| is_copy(there, &moved)) {
                let Some(copy) = self.put_copy(task, to, there.as_ref(), &moved).await? else { continue };
                placed = Some(copy);
            }
            if self.change_if(task, from, Some(exactly(&moved)), vec![self.delete(None)]).await? {
                return Ok(true);
            }
            if let Some(copy) = placed {
                self.take_back(task, to, there, &copy).await?;
            }
        }
    }

    /// Copies the row `from` to the key `to`, unless there is already a copy or a newer row. Returns `true` if it wrote
    /// a copy. If another writer changes the row in the meantime, it undoes the copy and starts again.
    pub(crate) async fn copy_row(&self, from: &[u8], to: &[u8]) -> Result<bool, BigtableError> {
        let task = "copy a row of";
        let _turn = self.both(task, from, to).await?;
        loop {
            let there = self.newest_cell(to).await?;
            let Some(cell) = self.newest_cell(from).await? else { return Ok(false) };
            if from == to || there.as_ref().is_some_and(|there| is_copy(there, &cell)) {
                return Ok(false);
            }
            let Some(copy) = self.put_copy(task, to, there.as_ref(), &cell).await? else { continue };
            if self.newest_cell(from).await?.as_ref() == Some(&cell) {
                return Ok(true);
            }
            self.take_back(task, to, there, &copy).await?;
        }
    }

    /// Deletes the row `from` if the row `to` is a copy of it or was written later. Returns `true` if it deleted the
    /// row.
    pub(crate) async fn delete_copy(&self, from: &[u8], to: &[u8]) -> Result<bool, BigtableError> {
        let task = "delete a copied row of";
        let _turn = self.both(task, from, to).await?;
        let Some(cell) = self.newest_cell(from).await? else { return Ok(false) };
        match self.newest_cell(to).await? {
            Some(copy) if from != to && is_copy(&copy, &cell) => {
                self.change_if(task, from, Some(exactly(&cell)), vec![self.delete(None)]).await
            }
            _ => Ok(false),
        }
    }

    /// Waits for the turn at two rows, alone.
    async fn both(&self, task: &'static str, from: &[u8], to: &[u8]) -> Result<Turn, BigtableError> {
        self.turn(task, &[from, to], Sharing::Alone, &Retries::new(self.bigtable().config().timeout)).await
    }

    /// Puts a copy of a row over the row `there`, as it was read from the key `to`. Returns the cell of the copy, or
    /// `None` if the row has changed.
    async fn put_copy(
        &self,
        task: &'static str,
        to: &[u8],
        there: Option<&Cell>,
        cell: &Cell,
    ) -> Result<Option<Cell>, BigtableError> {
        let copy = Cell { timestamp_micros: self.stamp(to), ..cell.clone() };
        let put = vec![self.delete(None), self.put(&copy.value, copy.timestamp_micros)];
        Ok(self.change_if(task, to, there.map(exactly), put).await?.then_some(copy))
    }

    /// Undoes a copy of a row that changed in the meantime. If the row was deleted, it must not stay at `to`.
    async fn take_back(
        &self,
        task: &'static str,
        to: &[u8],
        before: Option<Cell>,
        copy: &Cell,
    ) -> Result<(), BigtableError> {
        let before = before.as_ref().map_or(Change::Delete, |cell| Change::Put(&cell.value));
        self.change_if(task, to, Some(exactly(copy)), self.replace(to, before)).await?;
        Ok(())
    }

    /// Returns the mutations that replace all cells of the store's column. They remove the cells at any timestamp,
    /// because the new cell may have a lower one if another writer's clock is ahead.
    fn replace(&self, key: &[u8], change: Change<'_>) -> Vec<Mutation> {
        let mut mutations = vec![self.delete(None)];
        if let Change::Put(value) = change {
            mutations.push(self.put(value, self.stamp(key)));
        }
        mutations
    }

    /// Changes the row `key` if its newest cell passes the filters, or if it does not exist and `expected` is `None`.
    /// Returns `true` if it changed the row. The caller has the turn at the row.
    async fn change_if(
        &self,
        task: &'static str,
        key: &[u8],
        expected: Option<Vec<RowFilter>>,
        mutations: Vec<Mutation>,
    ) -> Result<bool, BigtableError> {
        let retries = Retries::new(self.bigtable().config().timeout);
        self.change_within(retries, task, key, expected, mutations).await
    }

    /// Changes a row like `change_if`, in the time that remains to `retries`.
    pub(crate) async fn change_within(
        &self,
        retries: Retries,
        task: &'static str,
        key: &[u8],
        expected: Option<Vec<RowFilter>>,
        mutations: Vec<Mutation>,
    ) -> Result<bool, BigtableError> {
        let is_expected = expected.is_some();
        let filters = newest(self.family(), self.qualifier()).into_iter().chain(expected.into_iter().flatten());
        let (if_found, if_missing) = if is_expected { (mutations, Vec::new()) } else { (Vec::new(), mutations) };
        let bigtable = self.bigtable();
        let request = CheckAndMutateRowRequest {
            table_name: self.path().full.clone(),
            app_profile_id: bigtable.config().app_profile.clone(),
            row_key: key.into(),
            predicate_filter: Some(chain(filters.collect())),
            true_mutations: if_found,
            false_mutations: if_missing,
            ..CheckAndMutateRowRequest::default()
        };
        let spec = CallSpec {
            head: CallHead::of_rows(self.path(), true),
            task: Task::at(task, self.table(), key),
            family: Some(self.family()),
            is_idempotent: false,
        };
        let send = |channel, request| {
            let mut client = bigtable.data_client(channel);
            async move { client.check_and_mutate_row(request).await }
        };
        let is_found = bigtable.unary_within(retries, spec, request, send).await?.predicate_matched;
        Ok(is_found == is_expected)
    }
}

/// Returns `true` if a cell is a copy of another, or was written after it.
fn is_copy(copy: &Cell, cell: &Cell) -> bool {
    copy.value == cell.value || copy.timestamp_micros > cell.timestamp_micros
}
