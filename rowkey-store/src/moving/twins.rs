//! Moves on an engine with transactions: both tables have each row. This module does no I/O.
//!
//! # Design
//!
//! The tables are in one database, so each call is one transaction, and so is each batch of a pass. In each step one table
//! decides ([`Tables::first`]): the old one in `OldFirst`, and the new one later. While programs of `OldFirst` and `NewFirst`
//! run together, both tables are equal after each transaction, so it does not matter which one a program reads. Programs of
//! the other neighboring steps read the same table. So a scan reads one table, and needs no merge.
//!
//! `move_rows` makes the table that does not decide equal to the one that does, also for rows that only the other one has:
//! a program that only knows the old table may have deleted a row that is copied already.

use std::error::Error;

use super::pass::Work;
use super::protocol::{MovingRow, Place};
use super::way::{MovingWrite, Tables};
use crate::move_step::MoveStep;
use crate::part::OwnedPart;
use crate::{Batch, TableError};

/// The rows of a transaction in both tables, as they were read: the old ones and the new ones.
pub(crate) type ReadPairs = [Vec<Option<Vec<u8>>>; 2];

/// The changes that make the rows of one table equal to those of the other.
pub(crate) struct PairChanges<'t, S> {
    pub(crate) parts: [OwnedPart<&'t S>; 2],
    pub(crate) copied: u64,
    pub(crate) deleted: u64,
}

impl<S> PairChanges<'_, S> {
    /// Returns `true` if the tables are equal already. Then no transaction is needed, which would wait for the disk.
    pub(crate) const fn is_empty(&self) -> bool {
        self.copied == 0 && self.deleted == 0
    }
}

impl<'t, S, E: Error> Tables<'t, S, E> {
    fn empty_parts(&self) -> [OwnedPart<&'t S>; 2] {
        [self.old, self.new].map(|store| OwnedPart { store, expected: Vec::new(), batch: Batch::new() })
    }

    /// Returns the parts of the transaction that writes these rows. It does not expect any row.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NoOldKey`] if the step before could not read a row, and the error of a value.
    pub(crate) fn write_both(&self, rows: &[MovingWrite]) -> Result<[OwnedPart<&'t S>; 2], TableError<E>> {
        let mut parts = self.empty_parts();
        let [old, new] = parts.each_mut().map(|part| &mut part.batch);
        for MovingWrite { row, value } in rows {
            let old_key = row.old.as_ref().filter(|_| self.step != MoveStep::NewOnly);
            match (value, old_key) {
                (Some(value), Some(key)) => {
                    old.put(key, self.values.to_old(&row.new, value.clone())?);
                }
                (Some(_), None) if self.step != MoveStep::NewOnly => {
                    return Err(TableError::NoOldKey { key: row.new.clone(), needs: MoveStep::NewOnly });
                }
                (None, Some(key)) => _ = old.delete(key),
                (_, None) => {}
            }
            match value {
                Some(value) => new.put(&row.new, value),
                None => new.delete(&row.new),
            };
        }
        Ok(parts)
    }

    /// Returns the new value of a row that was read from the table that decides.
    pub(crate) fn new_value(&self, row: &MovingRow, found: Vec<u8>) -> Result<Vec<u8>, TableError<E>> {
        match (self.first(), &row.old) {
            (Place::Old, Some(key)) => self.values.to_new(key, found),
            _ => Ok(found),
        }
    }

    /// Returns the changes that make the rows of the table that does not decide equal to those of the other one. The
    /// transaction expects all these rows to be as they were read.
    ///
    /// # Errors
    ///
    /// Returns the error of the first value that cannot be changed.
    fn equalize(&self, rows: &[MovingRow], read: ReadPairs) -> Result<PairChanges<'t, S>, TableError<E>> {
        let mut changes = PairChanges { parts: self.empty_parts(), copied: 0, deleted: 0 };
        let from = self.first();
        let [old, new] = read;
        for ((row, old), new) in rows.iter().zip(old).zip(new) {
            // A new row that no old row moves to stays as it is.
            let Some(old_key) = &row.old else { continue };
            let (source, target) = if from == Place::Old { (&old, &new) } else { (&new, &old) };
            let wanted = source.clone().map(|value| match from {
                Place::Old => self.values.to_new(old_key, value),
                Place::New => self.values.to_old(&row.new, value),
            });
            let wanted = wanted.transpose()?;
            let [old_part, new_part] = &mut changes.parts;
            if wanted != *target {
                let (part, key) =
                    if from == Place::Old { (&mut *new_part, &row.new) } else { (&mut *old_part, old_key) };
                if let Some(value) = wanted {
                    part.batch.put(key, value);
                    changes.copied += 1;
                } else {
                    part.batch.delete(key);
                    changes.deleted += 1;
                }
                old_part.expected.push((old_key.clone(), old));
                new_part.expected.push((row.new.clone(), new));
            }
        }
        Ok(changes)
    }

    /// Returns the changes that delete these rows from the old table. `read` has the old values, if values change with the
    /// move.
    ///
    /// # Errors
    ///
    /// Returns the error of the first value that cannot be changed: its row has no copy.
    fn delete_old(&self, rows: &[MovingRow], read: ReadPairs) -> Result<PairChanges<'t, S>, TableError<E>> {
        let mut changes = PairChanges { parts: self.empty_parts(), copied: 0, deleted: 0 };
        let [old, _] = read;
        for (key, value) in rows.iter().filter_map(|row| row.old.as_ref()).zip(old) {
            value.map(|value| self.values.to_new(key, value)).transpose()?;
            changes.parts[0].batch.delete(key);
            changes.deleted += 1;
        }
        Ok(changes)
    }

    /// Returns the keys to read in both tables before the changes of a batch.
    pub(crate) fn keys_to_read<'r>(&self, work: Work, rows: &'r [MovingRow]) -> [Vec<&'r [u8]>; 2] {
        let keys = |side: Place| rows.iter().map(|row| row.key(side).map(Vec::as_slice).unwrap_or_default()).collect();
        match work {
            Work::Copy => [keys(Place::Old), keys(Place::New)],
            Work::Finish => [keys(Place::Old), Vec::new()],
        }
    }

    /// Returns the changes of a batch of a pass.
    ///
    /// # Errors
    ///
    /// Returns the error of the first value that cannot be changed.
    pub(crate) fn changes(
        &self,
        work: Work,
        rows: &[MovingRow],
        read: ReadPairs,
    ) -> Result<PairChanges<'t, S>, TableError<E>> {
        match work {
            Work::Copy => self.equalize(rows, read),
            Work::Finish => self.delete_old(rows, read),
        }
    }

    /// Returns the row that has a secondary key, which was refused in a table that does not decide. That row may be out of
    /// date: a program from before the move has replaced or deleted it in the other table. Returns `None` if it is the table
    /// that decides, or one of the rows of the transaction.
    pub(crate) fn row_in_the_way(
        &self,
        place: Place,
        refused: &TableError<E>,
        rows: &[MovingRow],
    ) -> Option<MovingRow> {
        match refused {
            TableError::NotUnique { row, .. } if place != self.first() => {
                self.row(place, row).ok().flatten().filter(|row| !rows.contains(row))
            }
            _ => None,
        }
    }
}
