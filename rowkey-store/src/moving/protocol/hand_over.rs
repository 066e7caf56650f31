//! The move of one row from the old table to the new one.

use super::cells::{has_moved, is_written};
use super::{Answer, Change, Env, Kind, Machine, MovingRow, Place, Request, Stored};

/// Copies a row and marks the old one. Any number of clients may do it at once, and each step may be repeated.
pub struct HandOver {
    row: MovingRow,
    state: State,
    is_marked: bool,
    retries: u32,
}

enum State {
    ReadingNew,
    ReadingOld(Stored),
    /// Copies this old row.
    Copying(Stored),
    Marking,
    Over,
}

/// Returns the request that makes the new row the one that counts, if the old row is as it was read.
pub(super) fn mark<X>(row: &MovingRow, old: &Stored, env: &Env<'_, X>) -> Option<Request> {
    row.swap(Place::Old, old, env.version(&[old], Kind::Moved, None), Change::Delete)
}

impl HandOver {
    /// Creates the move of a row.
    #[must_use]
    pub const fn new(row: MovingRow) -> Self {
        Self { row, state: State::ReadingNew, is_marked: false, retries: 0 }
    }

    /// Returns `true` if the move has marked the old row. Other clients may have marked it, too.
    #[must_use]
    pub const fn is_marked(&self) -> bool {
        self.is_marked
    }

    /// Reads the new row before the old one. So if the copy succeeds, no other client has copied since the old row was
    /// read.
    fn read_new(&mut self) -> Option<Request> {
        self.state = State::ReadingNew;
        self.row.read(Place::New)
    }

    fn read_again(&mut self) -> Option<Request> {
        self.retries = self.retries.saturating_add(1);
        self.read_new()
    }

    fn end(&mut self, is_marked: bool) -> Option<Request> {
        self.state = State::Over;
        self.is_marked = is_marked;
        None
    }

    /// Copies the old row, whose value may be missing: this copy makes those of other clients fail.
    fn copy<X>(&mut self, new: &Stored, old: Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        if has_moved(&old) || is_written(new) {
            return Ok(self.end(false));
        }
        let value = env.value_of_old(&self.row, &old)?;
        let version = env.version(&[new, &old], Kind::Copied, value.as_deref());
        self.state = State::Copying(old);
        Ok(self.row.swap(Place::New, new, version, value.map_or(Change::Delete, Change::Put)))
    }
}

impl<X> Machine<X> for HandOver {
    fn begin(&mut self) -> Option<Request> {
        if self.row.old.is_none() {
            return self.end(false);
        }
        self.read_new()
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, State::Over), answer) {
            (State::ReadingNew, Answer::Stored(new)) => {
                self.state = State::ReadingOld(new);
                self.row.read(Place::Old)
            }
            (State::ReadingOld(new), Answer::Stored(old)) => self.copy(&new, old, env)?,
            (State::Copying(old), Answer::Swapped(true)) => {
                self.state = State::Marking;
                mark(&self.row, &old, env)
            }
            (State::Marking, Answer::Swapped(true)) => self.end(true),
            (State::Over, _) => None,
            (State::ReadingNew | State::ReadingOld(_) | State::Copying(_) | State::Marking, _) => self.read_again(),
        })
    }

    fn retries(&self) -> u32 {
        self.retries
    }
}
