//! The rows that a `delete_all` of an indexed table deletes. This module does no I/O: the blocking and the async tables run
//! the transactions.

use rowkey_core::{EncodeError, OwnedKey};
use std::collections::VecDeque;
use std::error::Error;

use crate::TableError;
use crate::delete_all::KeptRows;
use crate::secondary_keys::{Changes, NewRows, TransactionSize};

/// The rows of the current batch of a `delete_all` of an indexed table, and the totals so far.
///
/// A batch is one transaction. If another writer changes one of its rows, or a value cannot be read, the transaction
/// makes no change, and a smaller one follows. One row whose value cannot be read is kept: its secondary keys are
/// unknown.
pub struct IndexedDeletes<K> {
    keys: VecDeque<K>,
    batch_rows: usize,
    size: TransactionSize,
    /// The number of rows of the current transaction.
    now: usize,
    deleted: u64,
    kept: KeptRows,
}

impl<K: OwnedKey> IndexedDeletes<K> {
    pub(crate) fn new(batch_rows: usize) -> Self {
        let size = TransactionSize::new(batch_rows);
        Self { keys: VecDeque::new(), batch_rows, size, now: 0, deleted: 0, kept: KeptRows::default() }
    }

    /// Adds a row, as the scan returns it. Keeps it if its key does not decode. Returns `true` if the batch is full.
    pub(crate) fn add<E: Error>(&mut self, key: Result<K, TableError<E>>) -> Result<bool, TableError<E>> {
        match key {
            Err(TableError::Decode { key, source }) => self.kept.add(key, source),
            key => self.keys.push_back(key?),
        }
        Ok(self.keys.len() >= self.batch_rows)
    }

    /// Returns the rows of the next transaction, or `None` at the end of the batch.
    pub(crate) fn next(&mut self) -> Result<Option<NewRows>, EncodeError> {
        self.now = self.size.first_of(self.keys.len());
        let mut rows = NewRows::default();
        self.keys.iter().take(self.now).try_for_each(|key| rows.delete(key))?;
        Ok((self.now > 0).then_some(rows))
    }

    /// Adds the outcome of the transaction, which is `None` if another writer has changed one of its rows.
    pub(crate) fn add_outcome<E: Error>(
        &mut self,
        outcome: Result<Option<Changes>, TableError<E>>,
    ) -> Result<(), TableError<E>> {
        let is_over = match outcome {
            Ok(Some(_)) => {
                self.deleted += self.now as u64;
                true
            }
            Err(TableError::ReadValue { key, source }) if self.now == 1 => {
                self.kept.add(key, source);
                true
            }
            Ok(None) | Err(TableError::ReadValue { .. }) => false,
            Err(error) => return Err(error),
        };
        if is_over {
            self.keys.drain(..self.now);
        }
        self.size.adapt(self.now, is_over);
        Ok(())
    }

    /// Adds the outcomes of the rows, each of which was deleted alone.
    pub(crate) fn add_outcomes<E: Error>(
        &mut self,
        outcomes: impl Iterator<Item = Result<(), TableError<E>>>,
    ) -> Result<(), TableError<E>> {
        for outcome in outcomes {
            match outcome {
                Ok(()) => self.deleted += 1,
                Err(TableError::ReadValue { key, source }) => self.kept.add(key, source),
                Err(error) => return Err(error),
            }
        }
        self.keys.drain(..self.now);
        Ok(())
    }

    /// Returns the number of deleted rows after the last batch.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotDeleted`] if rows were kept.
    pub(crate) fn outcome<E: Error>(self) -> Result<u64, TableError<E>> {
        self.kept.outcome(self.deleted)
    }
}
