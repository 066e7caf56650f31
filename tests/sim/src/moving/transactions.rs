//! The protocol on engines with transactions. Each call is one transaction, and so is each row of a pass.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use rowkey_store::__moving::Place;

use super::mutants::Mutant;
use super::steps::{Row, Step, has_old_key, is_movable};
use crate::model::Value;

/// The maximum number of rows in a page of a scan.
const PAGE: usize = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Transaction {
    Get(Step, Row),
    /// Writes a row, if it has the expected value.
    Write {
        step: Step,
        row: Row,
        expected: Option<Value>,
        value: Value,
    },
    /// Reads the rows after another one.
    Page(Step, Option<Row>),
    /// Makes the second table equal to the first one, for one row.
    Copy(Step, Row),
    /// Reads an old row, for [`CopiesInTwoTransactions`](Mutant::CopiesInTwoTransactions).
    ReadForCopy(Step, Row),
    /// Puts what was read.
    PutCopy(Step, Row, Value),
    /// Deletes an old row.
    Finish(Row),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Value(Value),
    Written,
    /// The row has another value than the expected one.
    Differs,
    /// The step cannot write this row, because the step before could not read it.
    Refused,
    /// The rows of a page, and the last row that the page covers. `None` is the end of the table.
    Page(Vec<(Row, Vec<u8>)>, Option<Row>),
}

/// Two tables in one database.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) old: BTreeMap<Row, Vec<u8>>,
    pub(super) new: BTreeMap<Row, Vec<u8>>,
}

/// Returns the table that decides.
const fn first(step: Step) -> Place {
    match step {
        Step::OldOnly | Step::OldFirst => Place::Old,
        Step::NewFirst | Step::NewOnly => Place::New,
    }
}

/// Returns the tables that a step writes.
const fn written(step: Step, mutant: Option<Mutant>) -> &'static [Place] {
    match (step, mutant) {
        (Step::OldOnly, _) | (Step::OldFirst, Some(Mutant::WritesOldAlone)) => &[Place::Old],
        (Step::NewOnly, _) | (Step::NewFirst, Some(Mutant::WritesNewAlone)) => &[Place::New],
        (Step::OldFirst | Step::NewFirst, _) => &[Place::Old, Place::New],
    }
}

impl Tables {
    const fn table(&mut self, place: Place) -> &mut BTreeMap<Row, Vec<u8>> {
        match place {
            Place::Old => &mut self.old,
            Place::New => &mut self.new,
        }
    }

    fn set(&mut self, place: Place, row: Row, value: Value) {
        match value {
            Some(value) => self.table(place).insert(row, value),
            None => self.table(place).remove(&row),
        };
    }

    fn get(&mut self, step: Step, row: Row, mutant: Option<Mutant>) -> Value {
        let found = self.table(first(step)).get(&row).cloned();
        // The proposal of the issue reads both tables.
        let is_proposal = matches!(mutant, Some(Mutant::AsProposed)) && step == Step::NewFirst;
        if is_proposal { found.or_else(|| self.old.get(&row).cloned()) } else { found }
    }

    pub(super) fn run(&mut self, transaction: &Transaction, mutant: Option<Mutant>) -> Outcome {
        match transaction {
            Transaction::Get(step, row) | Transaction::ReadForCopy(step, row) => {
                Outcome::Value(self.get(*step, *row, mutant))
            }
            Transaction::Write { step, row, expected, value } => {
                self.write(*step, *row, expected.as_ref(), value, mutant)
            }
            Transaction::Page(step, after) => self.page(*step, *after, mutant),
            Transaction::Copy(step, row) => {
                let value = self.table(first(*step)).get(row).cloned();
                self.copy(*step, *row, value, mutant)
            }
            Transaction::PutCopy(step, row, value) => self.copy(*step, *row, value.clone(), mutant),
            Transaction::Finish(row) => {
                if is_movable(*row) || matches!(mutant, Some(Mutant::FinishDeletesUnmovable)) {
                    self.old.remove(row);
                }
                Outcome::Written
            }
        }
    }

    fn write(
        &mut self,
        step: Step,
        row: Row,
        expected: Option<&Value>,
        value: &Value,
        mutant: Option<Mutant>,
    ) -> Outcome {
        let is_new = !has_old_key(row) && step != Step::NewOnly && value.is_some();
        if is_new && !matches!(mutant, Some(Mutant::WritesRowsWithoutOldKey)) {
            return Outcome::Refused;
        }
        let compared = if matches!(mutant, Some(Mutant::ComparesOld)) { Step::OldOnly } else { step };
        if expected.is_some_and(|expected| self.get(compared, row, mutant) != *expected) {
            return Outcome::Differs;
        }
        let is_proposal = matches!(mutant, Some(Mutant::AsProposed)) && step == Step::NewFirst;
        let deletes_one = matches!(mutant, Some(Mutant::DeletesInOneTable)) && value.is_none();
        for place in written(step, mutant) {
            match place {
                Place::Old if !has_old_key(row) => {}
                Place::Old if is_proposal => self.set(Place::Old, row, None),
                place if deletes_one && *place != first(step) => {}
                place => self.set(*place, row, value.clone()),
            }
        }
        Outcome::Written
    }

    /// Makes the table that does not decide equal to the one that does: the new one in `OldFirst`, the old one in
    /// `NewFirst`.
    fn copy(&mut self, step: Step, row: Row, value: Value, mutant: Option<Mutant>) -> Outcome {
        let to = if first(step) == Place::Old { Place::New } else { Place::Old };
        let is_there = self.table(to).contains_key(&row);
        let is_kept = match mutant {
            Some(Mutant::CopyKeepsRows) => is_there,
            Some(Mutant::CopyKeepsDeletedRows) => value.is_none(),
            _ => false,
        };
        if is_movable(row) && has_old_key(row) && !is_kept {
            self.set(to, row, value);
        }
        Outcome::Written
    }

    fn page(&self, step: Step, after: Option<Row>, mutant: Option<Mutant>) -> Outcome {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let table = if first(step) == Place::Old { &self.old } else { &self.new };
        let mut rows: Vec<_> =
            table.range((from, Bound::Unbounded)).map(|(row, value)| (*row, value.clone())).collect();
        if matches!(mutant, Some(Mutant::ScansBothTables)) && step == Step::NewFirst {
            rows.extend(self.old.range((from, Bound::Unbounded)).map(|(row, value)| (*row, value.clone())));
        }
        if matches!(mutant, Some(Mutant::AsProposed)) && step == Step::NewFirst {
            let old = self.old.range((from, Bound::Unbounded)).filter(|(row, _)| !self.new.contains_key(row));
            rows.extend(old.map(|(row, value)| (*row, value.clone())));
        }
        // A row that cannot move is an error of the scan, which goes on.
        rows.retain(|(row, _)| is_movable(*row));
        rows.sort_by_key(|(row, _)| *row);
        let is_over = rows.len() <= PAGE;
        rows.truncate(PAGE);
        let last = rows.last().map(|(row, _)| *row).filter(|_| !is_over);
        Outcome::Page(rows, last)
    }

    /// Returns the first row after another one in either table.
    pub(super) fn next_row(&self, after: Option<Row>) -> Option<Row> {
        let rows: BTreeSet<Row> = self.old.keys().chain(self.new.keys()).copied().collect();
        rows.into_iter().find(|row| after.is_none_or(|after| *row > after))
    }
}
