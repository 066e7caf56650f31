//! The calls on rows that move, on engines without transactions: their operations and outcomes. This module does no I/O.

use std::error::Error;

use super::protocol::{BothValues, CopyRow, DropMark, Get, MarkRow, MovingRow, ToNew, Write, current, decides};
use crate::TableError;
use crate::move_step::MoveStep;
use crate::versions::VersionedRow;
use crate::versions::operations::Operation;
use crate::versions::protocol::{Stored, Written};

/// The two stores of a move, which may be the same.
pub struct Stores<'t, S, E: Error + 'static> {
    /// The store of the old table.
    pub old: &'t S,
    /// The store of the new table.
    pub new: &'t S,
    /// The step of this program.
    pub step: MoveStep,
    /// Converts the value of an old row to the value of its new row.
    pub to_new: &'t SyncToNew<'t, E>,
}

/// Converts the value of an old row to the value of its new row. Async calls hold it while they wait.
pub type SyncToNew<'t, E> = dyn Fn(&MovingRow, &[u8]) -> Result<Vec<u8>, TableError<E>> + Sync + 't;

impl<'t, S, E: Error> Stores<'t, S, E> {
    /// Returns the conversion of values.
    pub(crate) const fn to_new(&self) -> &'t ToNew<'t, TableError<E>> {
        self.to_new
    }
}

/// A put, a delete, or a compare-and-set of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovingWrite {
    /// The row.
    pub row: MovingRow,
    /// The value that the row must have, if any, as the new table has it.
    pub expected: Option<Option<Vec<u8>>>,
    /// The new value, or `None` to delete the row.
    pub value: Option<BothValues>,
}

/// The outcome of a [`MovingWrite`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The row is written.
    Done,
    /// The row has another value than expected.
    Differs,
    /// The row has no old key, so a program of the step before [`OldFirst`](MoveStep::OldFirst) could not read it.
    NoOldKey,
}

/// What a pass has done with a page of rows.
#[derive(Debug)]
pub struct Passed<E: Error + 'static> {
    /// The number of rows that it has changed.
    pub changed: u64,
    /// The rows that it could not change, with their errors.
    pub failures: Vec<(MovingRow, TableError<E>)>,
}

/// A page of a table: rows and their cells.
pub type Page = Vec<(MovingRow, VersionedRow)>;

/// The rows of a page that count, with their values as the new table has them.
pub type RowsThatCount<E> = Vec<(MovingRow, Result<Vec<u8>, TableError<E>>)>;

/// Returns the operations that read rows.
pub(crate) fn gets(step: MoveStep, rows: Vec<MovingRow>) -> Vec<Get> {
    rows.into_iter().map(|row| Get::new(step, row)).collect()
}

/// Returns the value that a read has found.
pub(crate) fn value<E: Error>(operation: Operation<Get, E>) -> Result<Option<Vec<u8>>, TableError<E>> {
    let Operation { machine, failed, .. } = operation;
    failed.map_or_else(|| Ok(machine.into_found().value), Err)
}

/// The operations of writes. A write that the step refuses has none.
pub(crate) struct Writes {
    /// `true` for each write that has an operation.
    has_operation: Vec<bool>,
    operations: Vec<Write>,
}

impl Writes {
    pub(crate) fn new(step: MoveStep, writes: Vec<MovingWrite>) -> Self {
        let write = |MovingWrite { row, expected, value }| Write::new(step, row, expected, value);
        let writes: Vec<_> = writes.into_iter().map(write).collect();
        let has_operation = writes.iter().map(Option::is_some).collect();
        Self { has_operation, operations: writes.into_iter().flatten().collect() }
    }

    pub(crate) fn take_operations(&mut self) -> Vec<Write> {
        std::mem::take(&mut self.operations)
    }

    /// Returns the outcomes, in the order of the writes.
    pub(crate) fn outcomes<E: Error>(
        self,
        operations: Vec<Operation<Write, E>>,
    ) -> Vec<Result<WriteOutcome, TableError<E>>> {
        let mut operations = operations.into_iter();
        let outcome = |has_operation: bool| match has_operation.then(|| operations.next()).flatten() {
            Some(operation) => outcome(operation),
            None => Ok(WriteOutcome::NoOldKey),
        };
        self.has_operation.into_iter().map(outcome).collect()
    }
}

fn outcome<E: Error>(operation: Operation<Write, E>) -> Result<WriteOutcome, TableError<E>> {
    let Operation { machine, failed, lost, .. } = operation;
    match (failed, machine.written(), lost) {
        (Some(error), ..) => Err(error),
        (None, Some(Written::Differs), _) => Ok(WriteOutcome::Differs),
        (None, Some(Written::Unknown), Some(error)) => Err(TableError::Store(error)),
        (None, ..) => Ok(WriteOutcome::Done),
    }
}

/// The work of a pass at one row of the old table.
pub(crate) trait RowPass {
    fn new(row: MovingRow) -> Self;
    fn row(&self) -> &MovingRow;
    fn is_done(&self) -> bool;
}

macro_rules! row_passes {
    ($($pass:ident)*) => {
        $(
            impl RowPass for $pass {
                fn new(row: MovingRow) -> Self {
                    Self::new(row)
                }

                fn row(&self) -> &MovingRow {
                    self.row()
                }

                fn is_done(&self) -> bool {
                    self.is_done()
                }
            }
        )*
    };
}

row_passes!(CopyRow MarkRow DropMark);

/// Returns the operations of a pass at a page of the old table, and the cells that each of them reads first.
pub(crate) fn row_passes<M: RowPass>(page: Page) -> (Vec<M>, Vec<VersionedRow>) {
    let has_old_key = |(row, _): &(MovingRow, _)| row.old.is_some();
    page.into_iter().filter(has_old_key).map(|(row, cells)| (M::new(row), cells)).unzip()
}

/// Returns what the operations of a pass have done.
pub(crate) fn passed<M: RowPass, E: Error>(operations: Vec<Operation<M, E>>) -> Passed<E> {
    let mut passed = Passed { changed: 0, failures: Vec::new() };
    for Operation { machine, failed, .. } in operations {
        passed.changed += u64::from(machine.is_done());
        passed.failures.extend(failed.map(|error| (machine.row().clone(), error)));
    }
    passed
}

/// Returns the rows of a page of the old table that count.
#[must_use]
pub fn scan_old<S, E: Error>(stores: &Stores<'_, S, E>, page: Page) -> RowsThatCount<E> {
    let row_that_counts = |(row, cells): (MovingRow, VersionedRow)| {
        let old = match Stored::of(cells) {
            Ok(old) => old,
            Err(source) => {
                let key = row.old.clone().unwrap_or_default();
                return Some((row, Err(TableError::ReadValue { key, source: source.into() })));
            }
        };
        let value = current(&old).filter(|_| decides(&old)).map(|value| (stores.to_new)(&row, value))?;
        Some((row, value))
    };
    page.into_iter().filter_map(row_that_counts).collect()
}

/// Returns the operations that read the rows of a page of the new table, and the errors of rows with damaged versions.
pub(crate) fn gets_of_page<E: Error>(step: MoveStep, page: Page) -> (Vec<Get>, RowsThatCount<E>) {
    let (mut gets, mut damaged) = (Vec::with_capacity(page.len()), Vec::new());
    for (row, cells) in page {
        match Stored::of(cells) {
            Ok(new) => gets.push(Get::of_page(step, row, &new)),
            Err(source) => {
                let error = TableError::ReadValue { key: row.new.clone(), source: source.into() };
                damaged.push((row, Err(error)));
            }
        }
    }
    (gets, damaged)
}

/// Returns the rows of a page of the new table that count, in the order of their keys. A row whose old row counts is left
/// out: the scan of the old table has found it, or it is as new as this scan.
pub(crate) fn rows_of_page<E: Error>(
    operations: Vec<Operation<Get, E>>,
    damaged: RowsThatCount<E>,
) -> RowsThatCount<E> {
    let row_that_counts = |Operation { machine, failed, .. }: Operation<Get, E>| {
        let row = machine.row().clone();
        if let Some(error) = failed {
            return Some((row, Err(error)));
        }
        let found = machine.into_found();
        let value = found.value.filter(|_| found.is_new)?;
        Some((row, Ok(value)))
    };
    let mut rows = damaged;
    rows.extend(operations.into_iter().filter_map(row_that_counts));
    rows.sort_by(|(a, _), (b, _)| a.new.cmp(&b.new));
    rows
}
