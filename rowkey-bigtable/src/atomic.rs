//! Rows that are changed in one atomic step if they have the expected value.

use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::{CheckAndMutateRowRequest, Mutation, RowFilter};
use rowkey_store::Change;

use crate::chunks::Cell;
use crate::client::{CallHead, CallSpec};
use crate::error::{BigtableError, Task};
use crate::filter::{chain, exactly, newest, value_filter};
use crate::store::BigtableStore;

impl BigtableStore {
    /// Changes the row `key` only if its value is `expected`, where `None` means that the row does not exist. Returns
    /// `true` if it changed the row.
    ///
    /// The call is sent once. If the answer is lost, the outcome is unknown: [`BigtableError::OutcomeUnknown`].
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::ComparedTooLong`] if `expected` does not fit into a filter. The limit is about 18 KiB,
    /// and less if the value contains bytes that must be quoted in a regular expression.
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
        self.change_if("compare and set a row of", key, expected.map(|value| vec![value]), self.replace(key, change))
            .await
    }

    /// Moves the row `from` to the key `to`, and replaces an existing row there. Returns `true` if the row `from`
    /// existed.
    ///
    /// It takes two steps, which are atomic for one row each: it puts `to`, and then deletes `from`. If another writer
    /// changes one of these rows in between, it undoes its step and starts again.
    ///
    /// To detect a change, it compares the timestamp of the newest cell, and the value too if that fits into a filter.
    /// So values can have any size. But if the value is large, it misses a put in the very same millisecond as the
    /// previous one.
    ///
    /// # Errors
    ///
    /// Returns an error if the row cannot be read or written, or [`BigtableError::OutcomeUnknown`]. The row may then be
    /// stored under both keys.
    pub async fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, BigtableError> {
        if from == to {
            return self.contains(from).await;
        }
        let task = "move a row of";
        loop {
            let replaced = self.newest_cell(to).await?;
            let Some(moved) = self.newest_cell(from).await? else { return Ok(false) };
            let stamp = self.stamp(to);
            let put = vec![self.delete(None), self.put(&moved.value, stamp)];
            if !self.change_if(task, to, replaced.as_ref().map(exactly), put).await? {
                continue;
            }
            if self.change_if(task, from, Some(exactly(&moved)), vec![self.delete(None)]).await? {
                return Ok(true);
            }
            // If the row was deleted in the meantime, it must not stay at `to`.
            let mut placed = moved;
            placed.timestamp_micros = stamp;
            let before = replaced.as_ref().map_or(Change::Delete, |cell| Change::Put(&cell.value));
            self.change_if(task, to, Some(exactly(&placed)), self.replace(to, before)).await?;
        }
    }

    /// Copies the row `from` to the key `to`, unless there is already a copy or a newer row. Returns `true` if it wrote
    /// a copy. If another writer changes the row in the meantime, it undoes the copy and starts again.
    pub(crate) async fn copy_row(&self, from: &[u8], to: &[u8]) -> Result<bool, BigtableError> {
        let task = "copy a row of";
        loop {
            let there = self.newest_cell(to).await?;
            let Some(cell) = self.newest_cell(from).await? else { return Ok(false) };
            if from == to || there.as_ref().is_some_and(|there| is_copy(there, &cell)) {
                return Ok(false);
            }
            let stamp = self.stamp(to);
            let put = vec![self.delete(None), self.put(&cell.value, stamp)];
            if !self.change_if(task, to, there.as_ref().map(exactly), put).await? {
                continue;
            }
            if self.newest_cell(from).await?.as_ref() == Some(&cell) {
                return Ok(true);
            }
            // If the row was deleted in the meantime, it must not stay at `to`.
            let mut copy = cell;
            copy.timestamp_micros = stamp;
            let before = there.as_ref().map_or(Change::Delete, |cell| Change::Put(&cell.value));
            self.change_if(task, to, Some(exactly(&copy)), self.replace(to, before)).await?;
        }
    }

    /// Deletes the row `from` if the row `to` is a copy of it or was written later. Returns `true` if it deleted the
    /// row.
    pub(crate) async fn delete_copy(&self, from: &[u8], to: &[u8]) -> Result<bool, BigtableError> {
        let Some(cell) = self.newest_cell(from).await? else { return Ok(false) };
        match self.newest_cell(to).await? {
            Some(copy) if from != to && is_copy(&copy, &cell) => {
                let delete = vec![self.delete(None)];
                self.change_if("delete a copied row of", from, Some(exactly(&cell)), delete).await
            }
            _ => Ok(false),
        }
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
    /// Returns `true` if it changed the row.
    async fn change_if(
        &self,
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
        let is_found = bigtable.unary(spec, request, send).await?.predicate_matched;
        Ok(is_found == is_expected)
    }
}

/// Returns `true` if a cell is a copy of another, or was written after it.
fn is_copy(copy: &Cell, cell: &Cell) -> bool {
    copy.value == cell.value || copy.timestamp_micros > cell.timestamp_micros
}
