//! The read of a row.

use super::cells::{counts, current, decides, is_written};
use super::{Answer, Env, Machine, MoveStep, MovingRow, Place, Request, Stored};

/// Reads the old row, and then the new one if the old row does not decide.
///
/// A row may move between the two reads, but only from the old table to the new one. So this order does not miss it.
pub struct Get {
    step: MoveStep,
    row: MovingRow,
    state: State,
    found: Found,
}

/// What a [`Get`] has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The value, as the new table has it.
    pub value: Option<Vec<u8>>,
    /// `true` if the new row counts.
    pub is_new: bool,
}

enum State {
    ReadingOld,
    ReadingNew(Stored),
    /// Reads the new row, which counts.
    ReadingNewAlone,
    Over,
}

impl Get {
    /// Creates the read of a row.
    #[must_use]
    pub fn new(step: MoveStep, row: MovingRow) -> Self {
        let state = if reads_new_alone(step, &row) { State::ReadingNewAlone } else { State::ReadingOld };
        Self { step, row, state, found: Found::default() }
    }

    /// Creates the read of a row that was read in a page of the new table.
    ///
    /// A row that a program has written there counts as it is, so the read is over. A copy may be older than the old row, or
    /// than the copy that its mark relies on. So both rows are read.
    #[must_use]
    pub fn of_page(step: MoveStep, row: MovingRow, new: &Stored) -> Self {
        let mut get = Self::new(step, row);
        if is_written(new) || matches!(get.state, State::ReadingNewAlone) {
            get.end(current(new).map(<[u8]>::to_vec), true);
        }
        get
    }

    /// Returns the row.
    #[must_use]
    pub const fn row(&self) -> &MovingRow {
        &self.row
    }

    /// Returns what the read has found, once it is over.
    #[must_use]
    pub const fn found(&self) -> &Found {
        &self.found
    }

    /// Returns what the read has found.
    #[must_use]
    pub fn into_found(self) -> Found {
        self.found
    }

    fn end(&mut self, value: Option<Vec<u8>>, is_new: bool) -> Option<Request> {
        self.state = State::Over;
        self.found = Found { value, is_new };
        None
    }
}

/// Returns `true` if no old row can count.
pub(super) fn reads_new_alone(step: MoveStep, row: &MovingRow) -> bool {
    step == MoveStep::NewOnly || row.old.is_none()
}

impl<X> Machine<X> for Get {
    fn begin(&mut self) -> Option<Request> {
        let place = match self.state {
            State::Over => return None,
            _ if reads_new_alone(self.step, &self.row) => Place::New,
            _ => Place::Old,
        };
        let state = if place == Place::New { State::ReadingNewAlone } else { State::ReadingOld };
        self.state = state;
        self.row.read(place)
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, State::ReadingOld), answer) {
            (State::ReadingOld, Answer::Stored(old)) if decides(&old) => {
                let value = env.value_of_old(&self.row, &old)?;
                self.end(value, false)
            }
            (State::ReadingOld, Answer::Stored(old)) => {
                self.state = State::ReadingNew(old);
                self.row.read(Place::New)
            }
            (State::ReadingNew(old), Answer::Stored(new)) => {
                let is_new = counts(&old, &new);
                let value = current(&new).filter(|_| is_new).map(<[u8]>::to_vec);
                self.end(value, is_new)
            }
            (State::ReadingNewAlone, Answer::Stored(new)) => self.end(current(&new).map(<[u8]>::to_vec), true),
            (State::Over, _) => {
                self.state = State::Over;
                None
            }
            (State::ReadingOld | State::ReadingNew(_) | State::ReadingNewAlone, _) => Machine::<X>::begin(self),
        })
    }
}
