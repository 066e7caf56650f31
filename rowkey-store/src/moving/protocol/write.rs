//! Puts and deletes of a row that moves, and compare-and-set.

use super::cells::{counts, current, decides, has_moved};
use super::get::reads_new_alone;
use super::hand_over::HandOver;
use super::{
    Answer, BothValues, Change, Env, Kind, Machine, MoveStep, MovingRow, Place, Request, Stored, Version, Written,
};

/// A put, a delete, or a compare-and-set of one row. It writes the row where it counts.
pub struct Write {
    step: MoveStep,
    row: MovingRow,
    /// The value that the row must have, if any, as the new table has it.
    expected: Option<Option<Vec<u8>>>,
    /// The new value, or `None` to delete the row.
    value: Option<BothValues>,
    state: State,
    written: Option<Written>,
    retries: u32,
}

enum State {
    ReadingOld,
    /// Reads the new row after this old one, which does not decide.
    ReadingNew(Stored),
    HandingOver(HandOver),
    /// Reads the new row, which counts.
    ReadingNewAlone,
    Swapping(Sent),
    /// The answer to the swap, or to the fence after it, is lost. The version is read again.
    Deciding(Sent, Option<Version>),
    Fencing(Sent, Version),
    Over,
}

/// A swap that was sent.
struct Sent {
    place: Place,
    read: Stored,
    version: Version,
}

impl Write {
    /// Creates a put, or a delete without a value. With an expected value, it compares the value first.
    ///
    /// Returns `None` if the step refuses the write: programs of the step before [`OldFirst`](MoveStep::OldFirst) cannot
    /// read a row without an old key.
    #[must_use]
    pub fn new(
        step: MoveStep,
        row: MovingRow,
        expected: Option<Option<Vec<u8>>>,
        value: Option<BothValues>,
    ) -> Option<Self> {
        let is_refused = step == MoveStep::OldFirst && row.old.is_none() && value.is_some();
        let write = Self { step, row, expected, value, state: State::ReadingOld, written: None, retries: 0 };
        (!is_refused).then_some(write)
    }

    /// Returns the outcome, once it is decided.
    #[must_use]
    pub const fn written(&self) -> Option<&Written> {
        self.written.as_ref()
    }

    /// Returns `true` while the row is handed over.
    #[must_use]
    pub const fn hands_over(&self) -> bool {
        matches!(self.state, State::HandingOver(_))
    }

    fn read_new_alone(&mut self) -> Option<Request> {
        self.state = State::ReadingNewAlone;
        self.row.read(Place::New)
    }

    fn begin_again<X>(&mut self) -> Option<Request> {
        self.retries = self.retries.saturating_add(1);
        Machine::<X>::begin(self)
    }

    fn end(&mut self, written: Written) -> Option<Request> {
        self.written = Some(written);
        self.state = State::Over;
        None
    }

    fn judge_old<X>(&mut self, old: Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        if has_moved(&old) {
            return Ok(self.read_new_alone());
        }
        if decides(&old) {
            let hands_over = self.step != MoveStep::OldFirst;
            return if hands_over { Ok(self.hand_over::<X>()) } else { self.change(Place::Old, old, env) };
        }
        self.state = State::ReadingNew(old);
        Ok(self.row.read(Place::New))
    }

    fn judge_new<X>(&mut self, old: Stored, new: Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        if counts(&old, &new) {
            return self.change(Place::New, new, env);
        }
        if self.step == MoveStep::OldFirst {
            return self.change(Place::Old, old, env);
        }
        Ok(self.hand_over::<X>())
    }

    fn hand_over<X>(&mut self) -> Option<Request> {
        let mut hand_over = HandOver::new(self.row.clone());
        let request = Machine::<X>::begin(&mut hand_over);
        self.state = State::HandingOver(hand_over);
        request
    }

    /// Changes the row, which counts as it was read.
    fn change<X>(&mut self, place: Place, read: Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        if let Some(expected) = &self.expected {
            let found = match place {
                Place::Old => env.value_of_old(&self.row, &read)?,
                Place::New => current(&read).map(<[u8]>::to_vec),
            };
            if found != *expected {
                return Ok(self.end(Written::Differs));
            }
        }
        let value = self.value.as_ref().map(|value| value.at(place));
        if value.is_none() && read == Stored::default() {
            return Ok(self.end(Written::Done));
        }
        let version = env.version(&[&read], Kind::Written, value);
        let change = value.map_or(Change::Delete, |value| Change::Put(value.to_vec()));
        let swap = self.row.swap(place, &read, version, change);
        self.state = State::Swapping(Sent { place, read, version });
        Ok(swap)
    }

    /// Reads the version to decide the outcome of the swap.
    fn look(&mut self, sent: Sent, fence: Option<Version>) -> Option<Request> {
        let place = sent.place;
        self.state = State::Deciding(sent, fence);
        self.row.read(place)
    }

    /// Decides the outcome by the version that the row has now. `fence` is the last one that was sent.
    fn decide<X>(&mut self, sent: Sent, fence: Option<Version>, found: &Stored, env: &Env<'_, X>) -> Option<Request> {
        if found.version == Some(sent.version) {
            return self.end(Written::Done);
        }
        if found.version == sent.read.version {
            return self.fence(sent, found, env);
        }
        // No later copy of the swap finds the version that it expects.
        if fence.is_some() && found.version == fence {
            return self.begin_again::<X>();
        }
        self.end(Written::Unknown)
    }

    /// Makes a swap fail that is still on its way. The row keeps its value.
    fn fence<X>(&mut self, sent: Sent, found: &Stored, env: &Env<'_, X>) -> Option<Request> {
        let version = env.version(&[found], Kind::Written, current(found));
        let swap = self.row.swap(sent.place, found, version, Change::Keep);
        self.state = State::Fencing(sent, version);
        swap
    }
}

impl<X> Machine<X> for Write {
    fn begin(&mut self) -> Option<Request> {
        if reads_new_alone(self.step, &self.row) {
            return self.read_new_alone();
        }
        self.state = State::ReadingOld;
        self.row.read(Place::Old)
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, State::Over), answer) {
            (State::ReadingOld, Answer::Stored(old)) => self.judge_old(old, env)?,
            (State::ReadingNew(old), Answer::Stored(new)) => self.judge_new(old, new, env)?,
            (State::HandingOver(mut hand_over), answer) => match hand_over.next(answer, env)? {
                None => {
                    self.retries = self.retries.saturating_add(Machine::<X>::retries(&hand_over));
                    self.read_new_alone()
                }
                request => {
                    self.state = State::HandingOver(hand_over);
                    request
                }
            },
            (State::ReadingNewAlone, Answer::Stored(new)) => self.change(Place::New, new, env)?,
            (State::Swapping(_), Answer::Swapped(true)) => self.end(Written::Done),
            // Another writer or a move was faster.
            (State::Swapping(_), Answer::Swapped(false)) => self.begin_again::<X>(),
            (State::Swapping(sent), _) => self.look(sent, None),
            (State::Deciding(sent, fence), Answer::Stored(found)) => self.decide(sent, fence, &found, env),
            (State::Deciding(sent, fence), _) => self.look(sent, fence),
            (State::Fencing(..), Answer::Swapped(true)) => self.begin_again::<X>(),
            // The swap may have arrived before the fence.
            (State::Fencing(sent, fence), _) => self.look(sent, Some(fence)),
            (State::Over, _) => None,
            (State::ReadingOld | State::ReadingNew(_) | State::ReadingNewAlone, _) => self.begin_again::<X>(),
        })
    }

    fn retries(&self) -> u32 {
        let of_state = match &self.state {
            State::HandingOver(hand_over) => Machine::<X>::retries(hand_over),
            _ => 0,
        };
        self.retries.saturating_add(of_state)
    }
}
