//! Moves on a blocking engine without transactions: the steps are in [`protocol`](super::protocol).

use rowkey_core::OwnedKey;
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;

use super::both::BothScan;
use super::calls::{self, Stores, SyncToNew, WriteOutcome};
use super::moved::Moved;
use super::page::{Phase, VersionedPass};
use super::pass::Work;
use super::protocol::{BothValues, MovingRow, Place};
use super::secondary::KeysOfBoth;
use super::versions;
use super::way::{MakePlan, MovingWay, MovingWrite, NewRow, NewRows, Tables};
use crate::move_step::MoveStep;
use crate::rekey::behind;
use crate::trace::{Operation, Scanned};
use crate::versions::Versioned;
use crate::{TableError, ValueCodec, Versions};

impl<S: Versioned> MovingWay<S> for Versions {
    const COPIES_IN: MoveStep = MoveStep::NewFirst;

    type Rows<'s>
        = RowsOfBoth<'s, S>
    where
        S: 's;

    fn scan<'s>(
        tables: Tables<'s, S, S::Error>,
        cursor: Option<&str>,
        plans: [MakePlan<'_, S::Error>; 2],
        mut operation: Operation,
    ) -> Result<Self::Rows<'s>, TableError<S::Error>> {
        let scan = BothScan::new(&tables, cursor, plans).map_err(|error| operation.failed(error))?;
        Ok(RowsOfBoth { tables, scan, operation })
    }

    fn is_old_empty(tables: &Tables<'_, S, S::Error>) -> Result<bool, TableError<S::Error>> {
        let keys = tables.keys.old;
        let mut rest = Some(keys.layout.rows());
        while let Some(range) = rest {
            let cells = tables.old.first_rows(&range, tables.batch_rows).map_err(TableError::Store)?;
            if cells.iter().any(|(key, _)| (keys.has)(key)) {
                return Ok(false);
            }
            let last = cells.last().filter(|_| cells.len() >= tables.batch_rows);
            rest = last.map(|(last, _)| behind(&range, last));
        }
        Ok(true)
    }

    fn get_moving(tables: &Tables<'_, S, S::Error>, row: &MovingRow) -> Result<Option<Vec<u8>>, TableError<S::Error>> {
        let to_new = tables.conversion();
        versions::get(&tables.stores(&to_new), vec![row.clone()])?.pop().unwrap_or(Ok(None))
    }

    fn write_moving<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        _: &KeysOfBoth<'_, O, N, S, V, W>,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>> {
        let writes = tables.versioned_writes(rows, expected)?;
        let keys: Vec<_> = writes.iter().map(|write| write.row.new.clone()).collect();
        let to_new = tables.conversion();
        let outcomes = versions::write(&tables.stores(&to_new), writes)?;
        keys.into_iter().zip(outcomes).try_fold(true, |all, (key, outcome)| Ok(all & is_written(key, outcome?)?))
    }

    fn move_rows<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        _: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, Work::Copy, cursor, progress)
    }

    fn finish<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        _: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, Work::Finish, cursor, progress)
    }
}

/// Runs a pass over all old rows.
fn run<S: Versioned>(
    tables: &Tables<'_, S, S::Error>,
    work: Work,
    cursor: Option<&str>,
    progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
) -> Result<Moved, TableError<S::Error>> {
    let mut pass = VersionedPass::begin(work, tables, cursor)?;
    while let Some((phase, range)) = pass.page() {
        let cells = tables.old.first_rows(&range, tables.batch_rows).map_err(TableError::Store)?;
        let page = pass.rows(tables, cells)?;
        let to_new = tables.conversion();
        let stores = tables.stores(&to_new);
        let passed = match phase {
            Phase::Copy => versions::copy(&stores, page),
            Phase::Mark => versions::mark(&stores, page),
            Phase::Finish => versions::finish(&stores, page),
        };
        pass.add(phase, passed?)?;
        if progress(&pass.done).is_break() {
            return Ok(pass.done);
        }
    }
    pass.outcome()
}

/// Returns `true` if the row was written, and `false` if it has another value.
///
/// # Errors
///
/// Returns [`TableError::NoOldKey`] if the step cannot put the row.
pub(crate) fn is_written<E: Error>(key: Vec<u8>, outcome: WriteOutcome) -> Result<bool, TableError<E>> {
    match outcome {
        WriteOutcome::Done => Ok(true),
        WriteOutcome::Differs => Ok(false),
        WriteOutcome::NoOldKey => Err(TableError::NoOldKey { key, needs: MoveStep::NewFirst }),
    }
}

/// The rows of both tables that count.
pub struct RowsOfBoth<'s, S: Versioned> {
    tables: Tables<'s, S, S::Error>,
    scan: BothScan<S::Error>,
    operation: Operation,
}

impl<S: Versioned> RowsOfBoth<'_, S> {
    /// Reads pages until there is a row, or the scan is over.
    fn read(&mut self) -> Result<(), TableError<S::Error>> {
        let Self { tables, scan, .. } = self;
        while let Some(read) = scan.page() {
            let (range, most) = &read.range;
            let cells = tables.store(read.place).first_rows(range, *most).map_err(TableError::Store)?;
            let (page, errors) = scan.matching(tables, read.place, &cells);
            let to_new = tables.conversion();
            let stores = tables.stores(&to_new);
            let rows = match read.place {
                Place::Old => calls::scan_old(&stores, page),
                Place::New => versions::scan_new(&stores, page)?,
            };
            scan.add_page(&read, &cells, errors, rows);
        }
        Ok(())
    }
}

impl<S: Versioned> NewRows<S::Error> for RowsOfBoth<'_, S> {
    fn next_row(&mut self) -> Option<Result<NewRow, TableError<S::Error>>> {
        if let Err(error) = self.read() {
            self.scan.end();
            return Some(Err(self.operation.failed(error)));
        }
        self.scan.next_row()
    }

    fn cursor(&self) -> Option<String> {
        self.scan.cursor()
    }

    fn lift_limit(&mut self) {
        self.scan.lift_limit();
    }
}

impl<S: Versioned> Drop for RowsOfBoth<'_, S> {
    fn drop(&mut self) {
        let [rows_read, rows_returned] = self.scan.counts();
        self.operation.scanned(|| Scanned { ranges: self.scan.ranges(), rows_read, rows_returned });
    }
}

impl<S, E: Error> Tables<'_, S, E> {
    /// Returns the conversion of values that the protocol calls.
    pub(crate) fn conversion(&self) -> impl Fn(&MovingRow, &[u8]) -> Result<Vec<u8>, TableError<E>> + Sync {
        let values = self.values;
        |row, value| values.to_new(row.old.as_deref().unwrap_or_default(), value.to_vec())
    }

    /// Returns the stores of the protocol.
    pub(crate) fn stores<'c>(&'c self, to_new: &'c SyncToNew<'c, E>) -> Stores<'c, S, E> {
        Stores { old: self.old, new: self.new, step: self.step, to_new }
    }

    /// Returns the writes of the protocol, each row once.
    pub(crate) fn versioned_writes(
        &self,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<Vec<calls::MovingWrite>, TableError<E>> {
        let write = |MovingWrite { row, value }: &MovingWrite| {
            let both = |new: &Vec<u8>| {
                let old = if row.old.is_some() { self.values.to_old(&row.new, new.clone())? } else { Vec::new() };
                Ok::<_, TableError<E>>(BothValues { old, new: new.clone() })
            };
            let value = value.as_ref().map(both).transpose()?;
            Ok(calls::MovingWrite { row: row.clone(), expected: expected.cloned(), value })
        };
        // The last put of a row counts, and each row is written once.
        let last: BTreeMap<_, _> = rows.iter().map(|row| (&row.row.new, row)).collect();
        last.values().map(|row| write(row)).collect()
    }
}
