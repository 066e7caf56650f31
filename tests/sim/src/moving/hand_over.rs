//! Hands one row over from the old table to the new one.

use super::mutants::Mutant;
use super::protocol::{Answer, Change, Env, Kind, Next, Request, Stored, Swap};
use super::steps::{Place, Row};

/// Copies a row and marks the old one. Any number of clients may do it at once, and each step may be repeated.
pub(super) struct HandOver {
    row: Row,
    state: State,
}

enum State {
    ReadNew,
    ReadOld(Stored),
    Copy(Stored),
    Mark,
    /// Reads the new row after this old one: [`ReadsOldBeforeNew`](Mutant::ReadsOldBeforeNew).
    ReadNewAfter(Stored),
}

/// Returns the step that makes the new row the one that counts.
pub(super) fn mark(row: Row, old: &Stored, env: &Env) -> Request {
    let stamp = env.stamp(&[old], Kind::Moved, &None);
    let change = if env.is(Mutant::MarkKeepsValue) { Change::Keep } else { Change::Delete };
    Request::Swap(Swap { place: Place::Old, row, expected: old.stamp.map(|it| it.id()), stamp, change })
}

impl HandOver {
    pub(super) const fn new(row: Row) -> Self {
        Self { row, state: State::ReadNew }
    }

    /// The new row is read first. So if the copy succeeds, no other client has copied since the old row was read.
    pub(super) fn begin(&mut self) -> Request {
        self.state = State::ReadNew;
        Request::Read(Place::New, self.row)
    }

    pub(super) fn next(&mut self, answer: Answer, env: &Env) -> Next<()> {
        let row = self.row;
        match (std::mem::replace(&mut self.state, State::ReadNew), answer) {
            (State::ReadNew, Answer::Stored(new)) => {
                self.state = State::ReadOld(new);
                Next::Send(Request::Read(Place::Old, row))
            }
            (State::ReadOld(_), Answer::Stored(old)) if env.is(Mutant::ReadsOldBeforeNew) => {
                self.state = State::ReadNewAfter(old);
                Next::Send(Request::Read(Place::New, row))
            }
            (State::ReadNewAfter(old), Answer::Stored(new)) | (State::ReadOld(new), Answer::Stored(old)) => {
                if old.has_moved() || (new.is_written() && !env.is(Mutant::HandsOverWrittenRows)) {
                    return Next::Over(());
                }
                if env.is(Mutant::MarksBeforeCopy) {
                    self.state = State::Mark;
                    return Next::Send(mark(row, &old, env));
                }
                // A row without a value is copied too: the copy makes those of other clients fail.
                let value = old.value();
                if value.is_none() && env.is(Mutant::HandsOverNoTombstones) {
                    self.state = State::Mark;
                    return Next::Send(mark(row, &old, env));
                }
                let stamp = env.stamp(&[&new, &old], Kind::Copied, &value);
                let expected = new.stamp.map(|it| it.id());
                self.state = State::Copy(old);
                Next::Send(Request::Swap(Swap { place: Place::New, row, expected, stamp, change: Change::of(value) }))
            }
            (State::Copy(old), Answer::Swapped(true)) => {
                self.state = State::Mark;
                Next::Send(mark(row, &old, env))
            }
            (State::Mark, Answer::Swapped(true)) => Next::Over(()),
            _ => Next::Send(self.begin()),
        }
    }
}
