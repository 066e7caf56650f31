//! The operations of a call that writes rows, and its outcome. This module does no I/O.

use std::error::Error;

use super::operations::Operation;
use super::protocol::{Entry, Load, NewValue, Write, Written};
use crate::TableError;
use crate::secondary_keys::{LoadedRow, NewRows, Pointer, StoredRow};

/// Returns the entries that secondary keys of a row are.
pub(crate) fn entries(row: &[u8], pointers: Vec<Pointer>) -> Vec<Entry> {
    pointers.into_iter().map(|Pointer { table, key, .. }| Entry { table, key, row: row.to_vec() }).collect()
}

/// Returns the operations that put and delete rows. `expected` is the value that the row of a compare-and-set must have.
pub(crate) fn writes(rows: NewRows, expected: Option<&Option<Vec<u8>>>) -> Vec<Write> {
    let write = |(row, stored): (Vec<u8>, Option<StoredRow>)| {
        let new = stored.map(|(bytes, pointers)| NewValue { bytes, entries: entries(&row, pointers) });
        match expected {
            Some(expected) => Write::if_equal(row, expected.clone(), new),
            None => Write::new(row, new),
        }
    };
    rows.into_rows().map(write).collect()
}

/// Returns the operations that load rows, of those with the same key the last one.
pub(crate) fn loads(rows: Vec<LoadedRow>) -> Vec<Load> {
    let mut loads: Vec<Load> = Vec::with_capacity(rows.len());
    for LoadedRow { row, value, pointers } in rows {
        if loads.last().is_some_and(|last| last.row() == row) {
            loads.pop();
        }
        let new = NewValue { bytes: value, entries: entries(&row, pointers) };
        loads.push(Load::new(row, new));
    }
    loads
}

/// A write whose outcome is known, or not.
pub(crate) trait HasOutcome {
    fn written(&self) -> Option<&Written>;
}

impl HasOutcome for Write {
    fn written(&self) -> Option<&Written> {
        self.written()
    }
}

impl HasOutcome for Load {
    fn written(&self) -> Option<&Written> {
        self.written()
    }
}

/// Returns `true` if a write is made, and `false` if its row is not as expected.
pub(crate) fn outcome<M: HasOutcome, E: Error>(operation: Operation<M, E>) -> Result<bool, TableError<E>> {
    let Operation { machine, failed, lost, .. } = operation;
    match (failed, machine.written(), lost) {
        (Some(error), ..) => Err(error),
        (None, Some(Written::Differs), _) => Ok(false),
        (None, Some(Written::Unknown), Some(error)) => Err(TableError::Store(error)),
        (None, ..) => Ok(true),
    }
}
