//! Scans: one in the order of the new keys, and one of all old rows and then all new rows.

use super::mutants::Mutant;
use super::protocol::{Answer, Env, Next, NextOfPass, Request};
use super::read::{Get, decides};
use super::steps::{Place, Row, Step, is_movable};
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

/// A scan in the order of the new keys.
pub(super) struct Scan {
    step: Step,
    has_transactions: bool,
    /// The table that is read first.
    first: Place,
    state: Scanning,
}

enum Scanning {
    /// Reads the page or the old row after this one.
    Next(Option<Row>),
    /// Reads the new row after the first one. The second one is the next old row.
    NextNew(Option<Row>, Option<Row>),
    Row(Option<Row>, Row, Get),
}

impl Scan {
    pub(super) const fn new(step: Step, has_transactions: bool) -> Self {
        Self { step, has_transactions, first: Place::Old, state: Scanning::Next(None) }
    }

    pub(super) fn begin(&mut self, env: &Env) -> Request {
        self.first = Self::places(env)[0];
        self.read_after(None)
    }

    /// Returns `true` if the next request is the first one of a page.
    pub(super) const fn begins_page(&self) -> bool {
        matches!(self.state, Scanning::Next(_))
    }

    fn read_after(&mut self, after: Option<Row>) -> Request {
        self.state = Scanning::Next(after);
        if self.has_transactions {
            Request::Transact(Transaction::Page(self.step, after))
        } else {
            Request::NextIn(self.first, after)
        }
    }

    /// Returns the tables in the order in which their pages are read. A row may move between the two reads, but only to the new table.
    fn places(env: &Env) -> [Place; 2] {
        if env.is(Mutant::ScansNewPageFirst) { [Place::New, Place::Old] } else { [Place::Old, Place::New] }
    }

    pub(super) fn next(&mut self, answer: Answer, env: &Env) -> (NextOfPass, Option<Covered>) {
        match (std::mem::replace(&mut self.state, Scanning::Next(None)), answer) {
            (Scanning::Next(after), Answer::Outcome(Outcome::Page(found, last))) => {
                let next = last.map(|last| self.read_after(Some(last)));
                (next, Some(Covered { after, last, found }))
            }
            (Scanning::Next(after), Answer::Next(old)) => {
                self.state = Scanning::NextNew(after, old);
                (Some(Request::NextIn(Self::places(env)[1], after)), None)
            }
            (Scanning::NextNew(after, old), Answer::Next(new)) => {
                let Some(row) = old.into_iter().chain(new).min() else {
                    return (None, Some(Covered { after, last: None, found: Vec::new() }));
                };
                let mut get = Get::new(self.step, row);
                let request = get.begin(env);
                self.state = Scanning::Row(after, row, get);
                (Some(request), None)
            }
            (Scanning::NextNew(after, _), _) => (Some(self.read_after(after)), None),
            (Scanning::Next(after), _) => (Some(self.read_after(after)), None),
            (Scanning::Row(after, row, mut get), answer) => match get.next(answer, env) {
                Next::Send(request) => {
                    self.state = Scanning::Row(after, row, get);
                    (Some(request), None)
                }
                Next::Over(value) => {
                    let found = value.map(|value| (row, value)).into_iter().filter(|_| is_movable(row)).collect();
                    (Some(self.read_after(Some(row))), Some(Covered { after, last: Some(row), found }))
                }
            },
        }
    }
}

/// A scan of all old rows, and then of all new rows. It needs no order. A row that moves meanwhile is found twice.
pub(super) struct ScanByRange {
    step: Step,
    place: Place,
    state: Ranging,
    /// The rows that were found.
    pub(super) seen: Vec<Row>,
}

enum Ranging {
    Next(Option<Row>),
    Old(Row),
    New(Row, Get),
}

impl ScanByRange {
    pub(super) const fn new(step: Step) -> Self {
        Self { step, place: Place::Old, state: Ranging::Next(None), seen: Vec::new() }
    }

    /// The old rows are read first, because rows move to the new table only.
    pub(super) fn begin(&mut self, env: &Env) -> Request {
        self.place = if env.is(Mutant::ScansNewRowsFirst) { Place::New } else { Place::Old };
        self.read_after(None)
    }

    fn read_after(&mut self, after: Option<Row>) -> Request {
        self.state = Ranging::Next(after);
        Request::NextIn(self.place, after)
    }

    fn begin_row(&mut self, row: Row, env: &Env) -> Request {
        if self.place == Place::Old {
            self.state = Ranging::Old(row);
            return Request::Read(Place::Old, row);
        }
        let mut get = Get::new(self.step, row);
        let request = get.begin(env);
        self.state = Ranging::New(row, get);
        request
    }

    fn begin_other(&mut self, env: &Env) -> NextOfPass {
        let last = if env.is(Mutant::ScansNewRowsFirst) { Place::Old } else { Place::New };
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

    pub(super) fn next(&mut self, answer: Answer, env: &Env) -> (NextOfPass, Option<Read>) {
        match (std::mem::replace(&mut self.state, Ranging::Next(None)), answer) {
            (Ranging::Next(_), Answer::Next(None)) => (self.begin_other(env), None),
            (Ranging::Next(_), Answer::Next(Some(row))) => (Some(self.begin_row(row, env)), None),
            (Ranging::Next(after), _) => (Some(self.read_after(after)), None),
            (Ranging::Old(row), Answer::Stored(old)) => self.found(row, old.value().filter(|_| decides(&old))),
            (Ranging::Old(row), _) => (Some(self.begin_row(row, env)), None),
            (Ranging::New(row, mut get), answer) => match get.next(answer, env) {
                Next::Send(request) => {
                    self.state = Ranging::New(row, get);
                    (Some(request), None)
                }
                // An old row that counts was found before, or is as new as this scan.
                Next::Over(value) => {
                    let is_new = get.is_new() || !env.is(Mutant::ScansNewRowsFirst);
                    self.found(row, value.filter(|_| is_new))
                }
            },
        }
    }
}
