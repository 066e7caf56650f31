//! The passes that move rows.

use super::hand_over::{HandOver, mark};
use super::mutants::Mutant;
use super::protocol::{Answer, Env, Kind, Next, NextOfPass, Request, Stored};
use super::read::decides;
use super::steps::{Place, Row, Step, is_movable};
use super::transactions::{Outcome, Transaction};

/// The work of a pass at each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// With transactions: makes the other table equal. Without: puts copies at the times of the old rows.
    Copy,
    /// Without transactions: marks each old row that has its copy, and hands over the others.
    Mark,
    /// Deletes the old rows, or the marks.
    Finish,
}

/// A pass over the rows of both tables.
pub(super) struct Pass {
    pub(super) phase: Phase,
    step: Step,
    has_transactions: bool,
    state: Passing,
}

enum Passing {
    /// Reads the row after this one.
    Next(Option<Row>),
    /// Does a step whose answer does not matter.
    Last(Row),
    ReadForCopy(Row),
    ReadOld(Row),
    /// Reads the copy of this old row.
    ReadNew(Row, Stored),
    HandOver(Row, HandOver),
    Over,
}

impl Pass {
    pub(super) const fn new(phase: Phase, step: Step, has_transactions: bool) -> Self {
        Self { phase, step, has_transactions, state: Passing::Next(None) }
    }

    pub(super) const fn is_over(&self) -> bool {
        matches!(self.state, Passing::Over)
    }

    pub(super) fn begin(&mut self) -> Request {
        self.read_after(None)
    }

    fn read_after(&mut self, after: Option<Row>) -> Request {
        self.state = Passing::Next(after);
        Request::Next(after)
    }

    fn begin_row(&mut self, row: Row, env: &Env) -> Request {
        let transact = |transaction| Request::Transact(transaction);
        match self.phase {
            Phase::Finish if self.has_transactions => {
                self.state = Passing::Last(row);
                transact(Transaction::Finish(row))
            }
            _ if !is_movable(row) => self.read_after(Some(row)),
            Phase::Finish => {
                self.state = Passing::Last(row);
                Request::DropMark(row)
            }
            Phase::Copy if self.has_transactions && env.is(Mutant::CopiesInTwoTransactions) => {
                self.state = Passing::ReadForCopy(row);
                transact(Transaction::ReadForCopy(self.step, row))
            }
            Phase::Copy if self.has_transactions => {
                self.state = Passing::Last(row);
                transact(Transaction::Copy(self.step, row))
            }
            Phase::Copy | Phase::Mark => {
                self.state = Passing::ReadOld(row);
                Request::Read(Place::Old, row)
            }
        }
    }

    fn mark_row(&mut self, row: Row, old: &Stored, env: &Env) -> Request {
        self.state = Passing::Last(row);
        mark(row, old, env)
    }

    fn hand_over(&mut self, row: Row) -> Request {
        let mut hand_over = HandOver::new(row);
        let request = hand_over.begin();
        self.state = Passing::HandOver(row, hand_over);
        request
    }

    fn read_old(&mut self, row: Row, old: Stored, env: &Env) -> Request {
        if old.has_moved() {
            return self.read_after(Some(row));
        }
        if !decides(&old) {
            // A tombstone has a stamp. The new table may have a copy of the row from before its delete.
            let is_tombstone = self.phase == Phase::Mark && old.stamp.is_some();
            let is_skipped = !is_tombstone || env.is(Mutant::PassSkipsTombstones);
            return if is_skipped { self.read_after(Some(row)) } else { self.hand_over(row) };
        }
        if self.phase == Phase::Mark {
            if env.is(Mutant::MarksWithoutLook) {
                return self.mark_row(row, &old, env);
            }
            self.state = Passing::ReadNew(row, old);
            return Request::Read(Place::New, row);
        }
        let value = old.value();
        let stamp = old.stamp_of_copy(&value);
        let stamp = if env.is(Mutant::CopiesAtNow) { env.stamp(&[&old], Kind::Copied, &value) } else { stamp };
        self.state = Passing::Last(row);
        Request::PutCopy(row, stamp, value.unwrap_or_default())
    }

    fn read_new(&mut self, row: Row, old: &Stored, new: &Stored, env: &Env) -> Request {
        let copy = old.stamp_of_copy(&old.value());
        let is_same = if env.is(Mutant::ComparesTimesOfCopies) {
            new.newest() >= old.newest()
        } else {
            new.stamp == Some(copy) && new.value() == old.value()
        };
        if is_same { self.mark_row(row, old, env) } else { self.hand_over(row) }
    }

    pub(super) fn next(&mut self, answer: Answer, env: &Env) -> NextOfPass {
        Some(match (std::mem::replace(&mut self.state, Passing::Over), answer) {
            (Passing::Over, _) | (Passing::Next(_), Answer::Next(None)) => return None,
            (Passing::Next(_), Answer::Next(Some(row))) => self.begin_row(row, env),
            (Passing::Next(after), _) => self.read_after(after),
            (Passing::ReadForCopy(row), Answer::Outcome(Outcome::Value(value))) => {
                self.state = Passing::Last(row);
                Request::Transact(Transaction::PutCopy(self.step, row, value))
            }
            (Passing::ReadOld(row), Answer::Stored(old)) => self.read_old(row, old, env),
            (Passing::ReadNew(row, old), Answer::Stored(new)) => self.read_new(row, &old, &new, env),
            (Passing::HandOver(row, mut hand_over), answer) => match hand_over.next(answer, env) {
                Next::Send(request) => {
                    self.state = Passing::HandOver(row, hand_over);
                    request
                }
                Next::Over(()) => self.read_after(Some(row)),
            },
            (Passing::Last(row), Answer::Swapped(true) | Answer::Done | Answer::Outcome(_)) => {
                self.read_after(Some(row))
            }
            // A mark that fails, or whose answer is lost, is tried again.
            (Passing::Last(row) | Passing::ReadForCopy(row) | Passing::ReadOld(row) | Passing::ReadNew(row, _), _) => {
                self.begin_row(row, env)
            }
        })
    }

    pub(super) const fn step(&self) -> Step {
        self.step
    }
}
