//! A scan in the order of the new keys, on an engine without transactions: window by window.
//!
//! A window is a page of the old table, and then the rows of the new table up to its last row. A row may move between the two
//! reads, but only to the new table. In the model, each row has the same number in both tables, so the order is that of the
//! numbers.

use std::collections::BTreeMap;

use rowkey_store::__moving::{Get, Place, current, decides};
use rowkey_store::__protocol::{Answer as RowAnswer, Stored};

use super::message::{Answer, NextOfPass, Request, RowEnv, TO_NEW, moving_row};
use super::mutants::Mutant;
use super::scans::{Covered, step_of_get};
use super::steps::{Row, Step, is_movable};

/// The number of rows of a page, and the limit of a scan. After it, the next scan resumes from its cursor.
const PAGE_ROWS: usize = 2;

/// A scan in order that finds its next window when one is over.
pub(super) struct OrderedScan {
    step: Step,
    mutant: Option<Mutant>,
    /// The last row of the window before.
    after: Option<Row>,
    /// The last row of the page, once it is read. `None` is the end of the table.
    last: Option<Row>,
    /// The number of rows of the page so far.
    page_rows: usize,
    /// The rows of the window in each table.
    old: Vec<(Row, Vec<u8>)>,
    new: Vec<(Row, Vec<u8>)>,
    state: Reading,
    /// The new rows after the window, which only a mutant keeps.
    kept: Option<Vec<(Row, Vec<u8>)>>,
    /// The rows that were found in all windows.
    pub(super) seen: Vec<Row>,
}

enum Reading {
    /// Reads the key after this one.
    Next(Place, Option<Row>),
    /// Reads the cells of a row, which are in the page that has its key.
    Cells(Place, Row),
    /// Reads the row of a copy.
    Row(Row, Get),
}

impl OrderedScan {
    pub(super) const fn new(step: Step, mutant: Option<Mutant>) -> Self {
        Self {
            step,
            mutant,
            after: None,
            last: None,
            page_rows: 0,
            old: Vec::new(),
            new: Vec::new(),
            state: Reading::Next(Place::Old, None),
            kept: None,
            seen: Vec::new(),
        }
    }

    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Returns the table whose page is read first, and the other one.
    fn places(&self) -> [Place; 2] {
        if self.is(Mutant::ScansNewPageFirst) { [Place::New, Place::Old] } else { [Place::Old, Place::New] }
    }

    /// Returns `true` if the next request is the first one of a window.
    pub(super) fn begins_window(&self) -> bool {
        let first = self.first();
        self.page_rows == 0 && matches!(self.state, Reading::Next(place, at) if place == first && at == self.after)
    }

    /// Returns the table that a window reads first. Programs of `NewOnly` read the new table alone.
    fn first(&self) -> Place {
        if self.step == Step::NewOnly { Place::New } else { self.places()[0] }
    }

    pub(super) fn begin(&mut self) -> Request {
        (self.last, self.page_rows) = (None, 0);
        self.read_after(self.first(), self.after)
    }

    fn read_after(&mut self, place: Place, after: Option<Row>) -> Request {
        self.state = Reading::Next(place, after);
        Request::NextIn(place, after)
    }

    pub(super) fn next(&mut self, answer: Answer, env: &RowEnv) -> (NextOfPass, Option<Covered>) {
        let [first, second] = self.places();
        match (std::mem::replace(&mut self.state, Reading::Next(first, self.after)), answer) {
            (Reading::Next(place, _), Answer::Next(row)) => {
                let is_in_window = |row: &Row| {
                    place == first || self.last.is_none_or(|last| *row <= last) || self.is(Mutant::KeepsNewRows)
                };
                match row.filter(is_in_window) {
                    Some(row) => {
                        self.state = Reading::Cells(place, row);
                        (Some(Request::read(place, row)), None)
                    }
                    None if place == first => self.begin_second(second),
                    None => self.end_window(),
                }
            }
            (Reading::Next(place, after), _) => (Some(self.read_after(place, after)), None),
            (Reading::Cells(Place::Old, row), Answer::Row(RowAnswer::Stored(old))) => {
                self.add_old(row, &old);
                self.after_row(Place::Old, row)
            }
            (Reading::Cells(Place::New, row), Answer::Row(RowAnswer::Stored(new))) => {
                let get = Get::of_page(self.step.of_move(), moving_row(row), &new);
                self.continue_row(row, get, None, env)
            }
            (Reading::Cells(place, row), _) => {
                self.state = Reading::Cells(place, row);
                (Some(Request::read(place, row)), None)
            }
            (Reading::Row(row, get), answer) => self.continue_row(row, get, Some(answer), env),
        }
    }

    fn add_old(&mut self, row: Row, old: &Stored) {
        if let Some(value) = current(old).filter(|_| decides(old) && is_movable(row)) {
            let Ok(value) = TO_NEW(&moving_row(row), value);
            self.old.push((row, value));
        }
    }

    /// Gives the get of a new row its answer, or begins it.
    fn continue_row(
        &mut self,
        row: Row,
        mut get: Get,
        answer: Option<Answer>,
        env: &RowEnv,
    ) -> (NextOfPass, Option<Covered>) {
        if let Some(request) = step_of_get(&mut get, answer, env) {
            self.state = Reading::Row(row, get);
            return (Some(request), None);
        }
        let found = get.into_found();
        self.new.extend(found.value.filter(|_| found.is_new).map(|value| (row, value)));
        self.after_row(Place::New, row)
    }

    /// Reads on after a row, or begins with the other table after the last row of a page.
    fn after_row(&mut self, place: Place, row: Row) -> (NextOfPass, Option<Covered>) {
        let [first, second] = self.places();
        // A row that cannot move has no place in the order.
        if place == first && is_movable(row) {
            (self.last, self.page_rows) = (Some(row), self.page_rows + 1);
            if self.page_rows == PAGE_ROWS {
                return self.begin_second(second);
            }
        }
        (Some(self.read_after(place, Some(row))), None)
    }

    fn begin_second(&mut self, second: Place) -> (NextOfPass, Option<Covered>) {
        if self.page_rows < PAGE_ROWS {
            self.last = None;
        }
        match self.kept.take() {
            Some(kept) => {
                self.new = kept;
                self.end_window()
            }
            None => (Some(self.read_after(second, self.after)), None),
        }
    }

    /// Returns the rows of the window. A row in both tables has moved meanwhile, and its new row was read later.
    fn end_window(&mut self) -> (NextOfPass, Option<Covered>) {
        let (old, mut new) = (std::mem::take(&mut self.old), std::mem::take(&mut self.new));
        if self.is(Mutant::KeepsNewRows) {
            let last = self.last;
            let (kept, of_window) = new.into_iter().partition(|(row, _)| last.is_some_and(|last| *row > last));
            (self.kept, new) = (Some(kept), of_window);
        }
        let mut found: Vec<_> = if self.is(Mutant::ReturnsMovedRowsTwice) {
            let mut all = [old, new].concat();
            all.sort_by_key(|(row, _)| *row);
            all
        } else {
            old.into_iter().chain(new).collect::<BTreeMap<_, _>>().into_iter().collect()
        };
        if found.len() > PAGE_ROWS && !self.is(Mutant::KeepsNewRows) {
            found.truncate(PAGE_ROWS);
            self.last = found.last().map(|(row, _)| *row);
        }
        self.seen.extend(found.iter().map(|(row, _)| *row));
        let covered = Covered { after: self.after, last: self.last, found };
        let next = self.last.map(|last| {
            self.after = Some(last);
            self.begin()
        });
        (next, Some(covered))
    }
}
