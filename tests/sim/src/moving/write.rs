//! Writes a row where it counts.

use super::hand_over::HandOver;
use super::mutants::Mutant;
use super::protocol::{Answer, Change, Env, Kind, Next, Request, Stamp, Stored, Swap};
use super::read::{counts, decides};
use super::steps::{Place, Row, Step, has_old_key};
use crate::model::Value;

/// A put, a delete, or a compare-and-set.
pub(super) struct Write {
    step: Step,
    row: Row,
    expected: Option<Value>,
    value: Value,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Done,
    Differs,
    Refused,
    Unknown,
}

enum State {
    Old,
    /// Reads the new row after this old one, which has no value.
    New(Stored),
    HandOver(HandOver),
    /// Reads the new row, which counts.
    NewAlone,
    Swap(Sent),
    /// Reads the row to decide the outcome of a swap.
    Decide(Sent),
    Fence(Sent),
}

/// A swap that was sent.
struct Sent {
    place: Place,
    read: Stored,
    stamp: Stamp,
}

impl Write {
    pub(super) const fn new(step: Step, row: Row, expected: Option<Value>, value: Value) -> Self {
        Self { step, row, expected, value, state: State::Old }
    }

    pub(super) fn begin(&mut self) -> Request {
        if self.step == Step::NewOnly || !has_old_key(self.row) {
            return self.read_new();
        }
        self.state = State::Old;
        Request::Read(Place::Old, self.row)
    }

    fn read_new(&mut self) -> Request {
        self.state = State::NewAlone;
        Request::Read(Place::New, self.row)
    }

    pub(super) fn next(&mut self, answer: Answer, env: &Env) -> Next<Written> {
        let row = self.row;
        if !has_old_key(row) && self.step <= Step::OldFirst && self.value.is_some() {
            return Next::Over(Written::Refused);
        }
        match (std::mem::replace(&mut self.state, State::Old), answer) {
            (State::Old, Answer::Stored(old)) => self.read_old(old, env),
            (State::New(old), Answer::Stored(new)) => {
                if counts(&old, &new, env) {
                    self.change(Place::New, new, env)
                } else if self.step == Step::OldFirst {
                    self.change(Place::Old, old, env)
                } else {
                    Next::Send(self.hand_over())
                }
            }
            (State::HandOver(mut hand_over), answer) => match hand_over.next(answer, env) {
                Next::Send(request) => {
                    self.state = State::HandOver(hand_over);
                    Next::Send(request)
                }
                Next::Over(()) => Next::Send(self.read_new()),
            },
            (State::NewAlone, Answer::Stored(new)) => self.change(Place::New, new, env),
            (State::Swap(_), Answer::Swapped(true)) => Next::Over(Written::Done),
            (State::Swap(_), Answer::Lost) if env.is(Mutant::LostSwapIsDone) => Next::Over(Written::Done),
            (State::Swap(_), Answer::Lost) if env.is(Mutant::LostSwapIsNotDone) => Next::Send(self.begin()),
            (State::Swap(sent) | State::Fence(sent) | State::Decide(sent), Answer::Lost) => self.decide(sent),
            (State::Decide(sent), Answer::Stored(read)) => self.decided(sent, read, env),
            (State::Fence(sent), Answer::Swapped(false)) => self.decide(sent),
            _ => Next::Send(self.begin()),
        }
    }

    fn read_old(&mut self, old: Stored, env: &Env) -> Next<Written> {
        let ignores = self.step == Step::OldFirst && env.is(Mutant::IgnoresMarks);
        if self.step == Step::NewFirst && env.is(Mutant::WritesNewAtOnce) {
            return Next::Send(self.read_new());
        }
        if old.has_moved() && !ignores {
            return Next::Send(self.read_new());
        }
        if decides(&old) || ignores {
            if self.step == Step::NewFirst {
                return Next::Send(self.hand_over());
            }
            return self.change(Place::Old, old, env);
        }
        self.state = State::New(old);
        Next::Send(Request::Read(Place::New, self.row))
    }

    fn hand_over(&mut self) -> Request {
        let mut hand_over = HandOver::new(self.row);
        let request = hand_over.begin();
        self.state = State::HandOver(hand_over);
        request
    }

    /// Changes the row, which counts as it was read.
    fn change(&mut self, place: Place, read: Stored, env: &Env) -> Next<Written> {
        if self.expected.as_ref().is_some_and(|expected| read.value() != *expected) {
            return Next::Over(Written::Differs);
        }
        let stamp = env.stamp(&[&read], Kind::Written, &self.value);
        let expected = read.stamp.map(|stamp| stamp.id());
        self.state = State::Swap(Sent { place, read, stamp });
        Next::Send(Request::Swap(Swap {
            place,
            row: self.row,
            expected,
            stamp,
            change: Change::of(self.value.clone()),
        }))
    }

    fn decide(&mut self, sent: Sent) -> Next<Written> {
        let place = sent.place;
        self.state = State::Decide(sent);
        Next::Send(Request::Read(place, self.row))
    }

    fn decided(&mut self, sent: Sent, read: Stored, env: &Env) -> Next<Written> {
        let id = |stored: &Stored| stored.stamp.map(|stamp| stamp.id());
        if id(&read) == Some(sent.stamp.id()) {
            return Next::Over(Written::Done);
        }
        if id(&read) != id(&sent.read) {
            return Next::Over(Written::Unknown);
        }
        if env.is(Mutant::NoFence) {
            return Next::Send(self.begin());
        }
        // The fence lets the swap fail if it arrives late. The write then begins again.
        let (place, expected) = (sent.place, id(&read));
        let stamp = env.stamp(&[&read], Kind::Written, &read.value());
        self.state = State::Fence(sent);
        Next::Send(Request::Swap(Swap { place, row: self.row, expected, stamp, change: Change::Keep }))
    }
}
