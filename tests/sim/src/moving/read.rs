//! Reads a row.

use super::mutants::Mutant;
use super::protocol::{Answer, Env, Next, Request, Stored};
use super::steps::{Place, Row, Step, has_old_key};
use crate::model::Value;

/// Reads the old row, and then the new one if the old row does not decide.
pub(super) struct Get {
    step: Step,
    row: Row,
    state: State,
    is_new: bool,
}

enum State {
    Old,
    New(Stored),
    /// The new row alone.
    NewAlone,
    /// The new row, before the old one: [`ReadsNewBeforeOld`](Mutant::ReadsNewBeforeOld).
    NewBefore,
    OldAfter(Stored),
}

impl Get {
    pub(super) const fn new(step: Step, row: Row) -> Self {
        Self { step, row, state: State::Old, is_new: false }
    }

    /// Returns `true` if the new row counts.
    pub(super) const fn is_new(&self) -> bool {
        self.is_new
    }

    pub(super) fn begin(&mut self, env: &Env) -> Request {
        let place = if self.step == Step::NewOnly || !has_old_key(self.row) {
            self.state = State::NewAlone;
            Place::New
        } else if env.is(Mutant::ReadsNewBeforeOld) {
            self.state = State::NewBefore;
            Place::New
        } else {
            self.state = State::Old;
            Place::Old
        };
        Request::Read(place, self.row)
    }

    pub(super) fn next(&mut self, answer: Answer, env: &Env) -> Next<Value> {
        let (row, Answer::Stored(read)) = (self.row, answer) else { return Next::Send(self.begin(env)) };
        match std::mem::replace(&mut self.state, State::Old) {
            State::Old if decides(&read) => Next::Over(read.value()),
            State::Old if self.step == Step::OldFirst && env.is(Mutant::IgnoresMarks) => Next::Over(read.value()),
            State::Old => {
                self.state = State::New(read);
                Next::Send(Request::Read(Place::New, row))
            }
            State::New(old) => {
                self.is_new = counts(&old, &read, env);
                Next::Over(if self.is_new { new_value(&read, env) } else { None })
            }
            State::NewAlone => {
                self.is_new = true;
                Next::Over(new_value(&read, env))
            }
            State::NewBefore => {
                self.state = State::OldAfter(read);
                Next::Send(Request::Read(Place::Old, row))
            }
            State::OldAfter(new) if !decides(&read) && counts(&read, &new, env) => Next::Over(new_value(&new, env)),
            State::OldAfter(_) => Next::Over(read.value()),
        }
    }
}

/// Returns `true` if the old row has the value that counts.
pub(super) fn decides(old: &Stored) -> bool {
    !old.has_moved() && old.value().is_some()
}

/// Returns `true` if the new row counts, beside an old row without a value. Without a mark, a copy does not count: the old
/// row may have been deleted since.
pub(super) fn counts(old: &Stored, new: &Stored, env: &Env) -> bool {
    let is_written = new.is_written() && !env.is(Mutant::TrustsMarksAlone);
    old.has_moved() || is_written || env.is(Mutant::BelievesCopies)
}

fn new_value(new: &Stored, env: &Env) -> Value {
    if env.is(Mutant::BelievesCells) { new.value.as_ref().map(|(_, value)| value.clone()) } else { new.value() }
}
