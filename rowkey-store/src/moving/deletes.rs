//! The rows that a `delete_all` of a moving table deletes. This module does no I/O.

use std::collections::VecDeque;
use std::error::Error;

use super::protocol::{MovingRow, Place};
use super::way::{MovingWrite, NewRow, Tables};
use crate::TableError;
use crate::delete_all::KeptRows;
use crate::move_step::MoveStep;
use crate::secondary_keys::TransactionSize;

/// The rows of the current batch, and the totals so far.
///
/// If a row cannot be deleted, the batch changes nothing, and a smaller one follows. One such row is kept.
pub(crate) struct MovingDeletes {
    rows: VecDeque<MovingRow>,
    batch_rows: usize,
    size: TransactionSize,
    /// The number of rows of the current batch.
    now: usize,
    deleted: u64,
    kept: KeptRows,
}

impl MovingDeletes {
    pub(crate) fn new(batch_rows: usize) -> Self {
        let size = TransactionSize::new(batch_rows);
        Self { rows: VecDeque::new(), batch_rows, size, now: 0, deleted: 0, kept: KeptRows::default() }
    }

    /// Adds a row, as the scan returns it. Keeps it if it cannot be read or moved. Returns `true` if the batch is full.
    ///
    /// # Errors
    ///
    /// Returns the error if it does not belong to the row.
    pub(crate) fn add<S, E: Error>(
        &mut self,
        row: Result<NewRow, TableError<E>>,
        tables: &Tables<'_, S, E>,
    ) -> Result<bool, TableError<E>> {
        match row.and_then(|(new, _)| tables.row_to_delete(new)) {
            Ok(row) => self.rows.push_back(row),
            Err(error) => self.keep(error)?,
        }
        Ok(self.rows.len() >= self.batch_rows)
    }

    fn keep<E: Error>(&mut self, error: TableError<E>) -> Result<(), TableError<E>> {
        match error {
            TableError::CannotMove(source) => self.kept.add(source.row.clone(), source),
            TableError::Decode { key, source } => self.kept.add(key, source),
            TableError::ReadValue { key, source } => self.kept.add(key, source),
            error => return Err(error),
        }
        Ok(())
    }

    /// Returns the rows of the next batch, or `None` if there is none.
    pub(crate) fn next(&mut self) -> Option<Vec<MovingWrite>> {
        self.now = self.size.first_of(self.rows.len());
        let delete = |row: &MovingRow| MovingWrite { row: row.clone(), value: None };
        (self.now > 0).then(|| self.rows.iter().take(self.now).map(delete).collect())
    }

    /// Adds the outcome of the batch.
    ///
    /// # Errors
    ///
    /// Returns the error if it does not belong to one row.
    pub(crate) fn add_outcome<E: Error>(&mut self, outcome: Result<bool, TableError<E>>) -> Result<(), TableError<E>> {
        let is_over = match outcome {
            Ok(_) => {
                self.deleted += self.now as u64;
                true
            }
            Err(error @ TableError::ReadValue { .. }) => {
                let is_alone = self.now == 1;
                if is_alone {
                    self.keep(error)?;
                }
                is_alone
            }
            Err(error) => return Err(error),
        };
        if is_over {
            self.rows.drain(..self.now);
        }
        self.size.adapt(self.now, is_over);
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

impl<S, E: Error> Tables<'_, S, E> {
    /// Returns the keys of a row that a scan has returned, as far as the step needs them.
    fn row_to_delete(&self, new: Vec<u8>) -> Result<MovingRow, TableError<E>> {
        if self.step == MoveStep::NewOnly {
            return Ok(MovingRow { old: None, new });
        }
        self.keys.scanned(Place::New, &new)
    }
}
