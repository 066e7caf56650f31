//! Passes over the rows of both tables on an engine with transactions. This module does no I/O.

use rowkey_core::KeyRange;
use std::collections::VecDeque;
use std::error::Error;

use super::moved::Moved;
use super::protocol::{MovingRow, Place};
use super::way::Tables;
use crate::TableError;
use crate::delete_all::KeptRows;
use crate::secondary_keys::{ReindexPlace, TransactionSize};
use xxhash_rust::xxh3::xxh3_64;

/// What a pass does with each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Makes the tables equal.
    Copy,
    /// Deletes the old rows.
    Finish,
}

/// A pass: the rows of the current page, and the totals so far.
pub(crate) struct Pass {
    place: ReindexPlace,
    /// The tables to read.
    sides: Vec<Place>,
    /// The number of the current table.
    at: usize,
    /// The rest of the current table.
    rest: Option<KeyRange>,
    /// The rows of the page that are still to do.
    rows: VecDeque<MovingRow>,
    /// The last key of the page, and `true` if the page is the last one of its table.
    page_end: (Option<Vec<u8>>, bool),
    size: TransactionSize,
    /// The number of rows of the current transaction.
    now: usize,
    failures: RowFailures,
    pub(crate) done: Moved,
}

/// The rows that cannot be moved.
#[derive(Default)]
pub(crate) struct RowFailures {
    kept: KeptRows,
    rows: u64,
}

impl Pass {
    /// Begins at a cursor.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Cursor`] if it is not a cursor of such a pass.
    pub(crate) fn begin<S, E: Error>(
        work: Work,
        tables: &Tables<'_, S, E>,
        cursor: Option<&str>,
    ) -> Result<Self, TableError<E>> {
        let place = ReindexPlace::of(cursor, tables.identity(work))?;
        let first = tables.first();
        let sides = if work == Work::Copy { vec![first, first.other()] } else { vec![Place::Old] };
        let done = Moved { cursor: Some(place.cursor()), ..Moved::default() };
        let (size, failures) = (TransactionSize::new(tables.batch_rows), RowFailures::default());
        let mut pass = Self {
            place,
            sides,
            at: 0,
            rest: None,
            rows: VecDeque::new(),
            page_end: (None, true),
            size,
            now: 0,
            failures,
            done,
        };
        pass.open(tables);
        Ok(pass)
    }

    /// Sets the rest of the current table, or of the next one that has a rest.
    fn open<S, E: Error>(&mut self, tables: &Tables<'_, S, E>) {
        self.rest = None;
        while let (None, Some(side)) = (&self.rest, self.sides.get(self.at)) {
            let keys = if *side == Place::Old { tables.keys.old } else { tables.keys.new };
            self.rest = self.place.rest_of(self.at, keys);
            self.at += usize::from(self.rest.is_none());
        }
    }

    /// Returns the table and the range of the next page, or `None` at the end.
    pub(crate) fn page(&self) -> Option<(Place, KeyRange)> {
        Some((*self.sides.get(self.at)?, self.rest.clone()?))
    }

    /// Adds the keys of the page. There are fewer than `batch_rows` only at the end of the table.
    pub(crate) fn add_page<S, E: Error>(
        &mut self,
        tables: &Tables<'_, S, E>,
        page: Vec<Vec<u8>>,
    ) -> Result<(), TableError<E>> {
        let Some(side) = self.sides.get(self.at).copied() else { return Ok(()) };
        for key in &page {
            match tables.row(side, key) {
                Ok(row) => self.rows.extend(row),
                Err(error) => self.keep(key, error)?,
            }
        }
        let is_last = page.len() < tables.batch_rows;
        self.page_end = (page.into_iter().next_back(), is_last);
        Ok(())
    }

    /// Returns the rows of the next transaction, or `None` at the end of the page. The next page is then open.
    pub(crate) fn next<S, E: Error>(&mut self, tables: &Tables<'_, S, E>) -> Option<Vec<MovingRow>> {
        self.now = self.size.first_of(self.rows.len());
        if self.now > 0 {
            return Some(self.rows.iter().take(self.now).cloned().collect());
        }
        let (last, is_last) = std::mem::replace(&mut self.page_end, (None, true));
        last.iter().for_each(|last| self.place.set(self.at, last));
        if is_last {
            self.at += 1;
            self.place.set(self.at, &[]);
        }
        self.done.cursor = Some(self.place.cursor());
        self.open(tables);
        None
    }

    /// Adds the outcome of the transaction: the numbers of copied and deleted rows, or `None` if another writer has
    /// changed one of its rows. A single row whose value cannot be changed is kept. Returns `true` if the caller should
    /// hear of it: if the transaction is over, or a single row is written all the time.
    pub(crate) fn add_outcome<E: Error>(
        &mut self,
        outcome: Result<Option<(u64, u64)>, TableError<E>>,
    ) -> Result<bool, TableError<E>> {
        let is_over = match outcome {
            Ok(Some((copied, deleted))) => {
                self.done.copied += copied;
                self.done.deleted += deleted;
                true
            }
            Ok(None) => {
                self.done.conflicts += 1;
                false
            }
            Err(error) if RowFailures::is_of_row(&error) => {
                let row = self.rows.front().filter(|_| self.now == 1).map(|row| row.new.clone());
                let is_alone = row.is_some();
                row.map_or(Ok(()), |row| self.keep(&row, error))?;
                is_alone
            }
            Err(error) => return Err(error),
        };
        if is_over {
            self.done.rows += self.now as u64;
            let last = self.rows.drain(..self.now).next_back();
            let side = self.sides.get(self.at).copied();
            if let Some(key) = last.as_ref().zip(side).and_then(|(row, side)| row.key(side)) {
                self.place.set(self.at, key);
                self.done.cursor = Some(self.place.cursor());
            }
        }
        self.size.adapt(self.now, is_over);
        Ok(is_over || self.now == 1)
    }

    /// Keeps a row that cannot be moved.
    fn keep<E: Error>(&mut self, key: &[u8], error: TableError<E>) -> Result<(), TableError<E>> {
        self.failures.add(key, error)?;
        self.done.kept = self.failures.rows;
        Ok(())
    }

    /// Returns the totals at the end.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotMoved`] if rows stay.
    pub(crate) fn outcome<E: Error>(self) -> Result<Moved, TableError<E>> {
        self.failures.outcome(self.done)
    }
}

impl RowFailures {
    /// Returns `true` if the error belongs to one row, and not to the store.
    pub(crate) const fn is_of_row<E: Error>(error: &TableError<E>) -> bool {
        matches!(
            error,
            TableError::CannotMove(_)
                | TableError::Encode(_)
                | TableError::ReadValue { .. }
                | TableError::WriteValue { .. }
                | TableError::NotUnique { .. }
                | TableError::NotOfRow { .. }
                | TableError::TooManySecondaryKeys { .. }
        )
    }

    /// Returns the error again if it does not belong to one row.
    pub(crate) fn of_row<E: Error>(error: TableError<E>) -> Result<(), TableError<E>> {
        if Self::is_of_row(&error) || matches!(error, TableError::Decode { .. }) { Ok(()) } else { Err(error) }
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// Returns the error if it does not belong to the row.
    pub(crate) fn add<E: Error>(&mut self, key: &[u8], error: TableError<E>) -> Result<(), TableError<E>> {
        match error {
            TableError::CannotMove(source) => self.kept.add(key.to_vec(), source),
            TableError::Encode(source) => self.kept.add(key.to_vec(), source),
            TableError::ReadValue { key, source } | TableError::WriteValue { key, source } => {
                self.kept.add(key, source);
            }
            // The secondary keys of the row.
            error if Self::is_of_row(&error) => self.kept.add(key.to_vec(), error.to_string()),
            error => return Err(error),
        }
        self.rows += 1;
        Ok(())
    }

    pub(crate) const fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the totals of a pass at its end.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotMoved`] if rows stay.
    pub(crate) fn outcome<E: Error>(self, done: Moved) -> Result<Moved, TableError<E>> {
        let moved = done.copied + done.deleted;
        match self.kept.into_first() {
            Some((rows, key, source)) => Err(TableError::NotMoved { moved, rows, key, source }),
            None => Ok(Moved { cursor: None, ..done }),
        }
    }
}

impl<S, E: Error> Tables<'_, S, E> {
    /// Returns a hash of the pass, which its cursors contain.
    pub(crate) fn identity(&self, work: Work) -> u64 {
        let [old, new] = [self.keys.old, self.keys.new].map(|keys| keys.layout.byte_fingerprint());
        xxh3_64(format!("{work:?} {:?} {old:x} {new:x}", self.step).as_bytes())
    }
}
