//! The rows that a `delete_all` deletes, and those that it cannot delete. This module does no I/O: the blocking and the
//! async tables write the batches.

use rowkey_core::OwnedKey;
use std::error::Error;

use crate::places::{Places, has_moved};
use crate::rows::decoded;
use crate::{Batch, TableError};

/// The changes of the current batch of a `delete_all`, and the totals so far.
#[derive(Default)]
pub(crate) struct Deletes {
    pub(crate) batch: Batch,
    /// The number of rows in the batch. A row with several storage locations has several changes.
    rows: usize,
    deleted: u64,
    kept: KeptRows,
}

impl Deletes {
    /// Adds the row `row`, as it was read. Keeps it if its key does not decode. Returns `true` if the batch has
    /// `batch_rows` rows.
    pub(crate) fn add<K: OwnedKey, E: Error>(&mut self, row: &[u8], batch_rows: usize) -> Result<bool, TableError<E>> {
        let key = match decoded::<K, E>(row) {
            Err(TableError::Decode { key, source }) => {
                self.kept.add(key, source);
                return Ok(false);
            }
            key => key?,
        };
        self.batch.delete(row);
        if has_moved::<K>() {
            Places::of(&key)?.add_delete(&mut self.batch);
        }
        self.rows += 1;
        Ok(self.rows >= batch_rows)
    }

    /// Counts the rows of the batch as deleted, and starts the next batch.
    pub(crate) fn is_written(&mut self) {
        self.deleted += self.rows as u64;
        self.rows = 0;
        self.batch.clear();
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

/// The rows that a `delete_all` cannot delete.
#[derive(Default)]
pub(crate) struct KeptRows {
    rows: u64,
    first: Option<(Vec<u8>, Box<dyn Error + Send + Sync>)>,
}

impl KeptRows {
    pub(crate) fn add(&mut self, key: Vec<u8>, source: impl Into<Box<dyn Error + Send + Sync>>) {
        self.rows += 1;
        self.first.get_or_insert_with(|| (key, source.into()));
    }

    /// Returns the number of deleted rows, or the error of the rows that were kept.
    pub(crate) fn outcome<E: Error>(self, deleted: u64) -> Result<u64, TableError<E>> {
        match self.first {
            Some((key, source)) => Err(TableError::NotDeleted { deleted, rows: self.rows, key, source }),
            None => Ok(deleted),
        }
    }

    /// Returns the number of rows that were kept, the key of the first one, and the reason why it was.
    pub(crate) fn into_first(self) -> Option<(u64, Vec<u8>, Box<dyn Error + Send + Sync>)> {
        self.first.map(|(key, source)| (self.rows, key, source))
    }
}
