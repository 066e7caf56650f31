//! Scans: one of a single table, and one of all old rows and then all new rows. [`ordered_scan`](super::ordered_scan) has the
//! one that reads both tables in order.

use rowkey_store::__moving::{Get, Machine, Place, current, decides};
use rowkey_store::__protocol::Answer as RowAnswer;

use super::message::{Answer, NextOfPass, Request, RowEnv, TO_NEW, moving_row};
use super::mutants::Mutant;
use super::steps::{Row, Step, is_movable};
use super::transactions::{Outcome, Transaction};
use crate::model::Value;

/// The rows that a step of a scan has read: from after the first row, to the last one.
pub(super) struct Covered {
    pub(super) after: Option<Row>,
    /// `None` is the end of the table.
    pub(super) last: Option<Row>,
    pub(super) found: Vec<(Row, Vec<u8>)>,
}

/// The row and the value that a read returned.
pub(super) type Read = (Row, Value);

/// A scan of the table that decides, on an engine with transactions. Each page is one transaction.
pub(super) struct Scan {
    step: Step,
    after: Option<Row>,
}

impl Scan {
    pub(super) const fn new(step: Step) -> Self {
        Self { step, after: None }
    }

    pub(super) const fn begin(&self) -> Request {
        Request::Transact(Transaction::Page(self.step, self.after))
    }

    pub(super) fn next(&mut self, answer: Answer) -> (NextOfPass, Option<Covered>) {
        let Answer::Outcome(Outcome::Page(found, last)) = answer else { return (Some(self.begin()), None) };
        let covered = Covered { after: self.after, last, found };
        let next = last.map(|last| {
            self.after = Some(last);
            self.begin()
        });
        (next, Some(covered))
    }
}

/// Gives a get its answer, or begins it.
pub(super) fn step_of_get(get: &mut Get, answer: Option<Answer>, env: &RowEnv) -> NextOfPass {
    let Ok(request) = match answer {
        Some(answer) => get.next(answer.into_row(), env),
        None => Ok(Machine::<std::convert::Infallible>::begin(get)),
    };
    request.map(Request::Row)
}

/// A scan of all old rows, and then of all new rows. It needs no order. A row that moves meanwhile is found twice.
pub(super) struct ScanByRange {
    step: Step,
    mutant: Option<Mutant>,
    place: Place,
    state: Ranging,
    /// The rows that were found.
    pub(super) seen: Vec<Row>,
}

enum Ranging {
    Next(Option<Row>),
    /// Reads the cells of a row, which are in the page that has its key.
    Page(Row),
    New(Row, Get),
}

impl ScanByRange {
    pub(super) const fn new(step: Step, mutant: Option<Mutant>) -> Self {
        Self { step, mutant, place: Place::Old, state: Ranging::Next(None), seen: Vec::new() }
    }

    fn reads_new_first(&self) -> bool {
        self.mutant == Some(Mutant::ScansNewRowsFirst)
    }

    /// The old rows are read first, because rows move to the new table only.
    pub(super) fn begin(&mut self) -> Request {
        self.place = if self.reads_new_first() { Place::New } else { Place::Old };
        self.read_after(None)
    }

    fn read_after(&mut self, after: Option<Row>) -> Request {
        self.state = Ranging::Next(after);
        Request::NextIn(self.place, after)
    }

    fn begin_row(&mut self, row: Row) -> Request {
        self.state = Ranging::Page(row);
        Request::read(self.place, row)
    }

    fn begin_other(&mut self) -> NextOfPass {
        let last = if self.reads_new_first() { Place::Old } else { Place::New };
        if self.place == last {
            return None;
        }
        self.place = last;
        Some(self.read_after(None))
    }

    fn found(&mut self, row: Row, value: Value) -> (NextOfPass, Option<Read>) {
        let found = value.filter(|_| is_movable(row)).map(|value| (row, Some(value)));
        self.seen.extend(found.iter().map(|(row, _)| *row));
        (Some(self.read_after(Some(row))), found)
    }

    /// Gives the get of a row its answer, or begins it. An old row that counts was found before, or is as new as this scan.
    fn continue_row(
        &mut self,
        row: Row,
        mut get: Get,
        answer: Option<Answer>,
        env: &RowEnv,
    ) -> (NextOfPass, Option<Read>) {
        if let Some(request) = step_of_get(&mut get, answer, env) {
            self.state = Ranging::New(row, get);
            return (Some(request), None);
        }
        let found = get.into_found();
        self.found(row, found.value.filter(|_| found.is_new))
    }

    pub(super) fn next(&mut self, answer: Answer, env: &RowEnv) -> (NextOfPass, Option<Read>) {
        match (std::mem::replace(&mut self.state, Ranging::Next(None)), answer) {
            (Ranging::Next(_), Answer::Next(None)) => (self.begin_other(), None),
            (Ranging::Next(_), Answer::Next(Some(row))) => (Some(self.begin_row(row)), None),
            (Ranging::Next(after), _) => (Some(self.read_after(after)), None),
            (Ranging::Page(row), Answer::Row(RowAnswer::Stored(old))) if self.place == Place::Old => {
                let Ok(value) =
                    current(&old).filter(|_| decides(&old)).map(|value| TO_NEW(&moving_row(row), value)).transpose();
                self.found(row, value)
            }
            (Ranging::Page(row), Answer::Row(RowAnswer::Stored(new))) => {
                let get = Get::of_page(self.step.of_move(), moving_row(row), &new);
                self.continue_row(row, get, None, env)
            }
            (Ranging::Page(row), _) => (Some(self.begin_row(row)), None),
            (Ranging::New(row, get), answer) => self.continue_row(row, get, Some(answer), env),
        }
    }
}
