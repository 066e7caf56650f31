//! Puts and deletes of a row, and compare-and-set.

use super::{Answer, Change, Entry, Env, Machine, Millis, Request, Row, Stored, Swap, Version, digest};

/// The outcome of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Written {
    Done,
    /// The row has another value than expected.
    Differs,
    /// The write may have been made, and replaced.
    Unknown,
}

/// A put, a delete, or a compare-and-set of one row.
pub(in super::super) struct Write {
    row: Row,
    /// The new value, or `None` to delete the row.
    value: Option<Vec<u8>>,
    /// The value that the row must have, if any.
    expected: Option<Option<Vec<u8>>>,
    state: State,
    written: Option<Written>,
}

enum State {
    Reading,
    PuttingEntries(Plan),
    Swapping(Plan),
    /// The answer to the swap, or to the fence after it, is lost. The version is read again.
    Deciding(Plan, Option<Version>),
    Fencing(Plan, Version),
    DeletingEntries(Vec<Entry>, Millis),
    Over,
}

/// The changes that follow from a read.
#[derive(Clone)]
struct Plan {
    read: Stored,
    version: Version,
    /// The entries that the old value has and the new one has not.
    stale: Vec<Entry>,
}

impl Write {
    pub(in super::super) const fn new(row: Row, value: Option<Vec<u8>>) -> Self {
        Self { row, value, expected: None, state: State::Reading, written: None }
    }

    /// Creates a write that compares the value first.
    pub(in super::super) const fn if_equal(row: Row, expected: Option<Vec<u8>>, value: Option<Vec<u8>>) -> Self {
        Self { row, value, expected: Some(expected), state: State::Reading, written: None }
    }

    /// Returns the outcome, once it is decided. Stale entries may still be there.
    pub(in super::super) const fn written(&self) -> Option<&Written> {
        self.written.as_ref()
    }

    /// Returns `true` if the row may have the new value, or may still get it.
    pub(in super::super) const fn may_have_written(&self) -> bool {
        !matches!(self.state, State::Reading | State::PuttingEntries(_))
    }

    /// Returns `true` if it deletes the row.
    pub(in super::super) const fn is_delete(&self) -> bool {
        self.value.is_none()
    }

    fn read_again(&mut self) -> Request {
        self.state = State::Reading;
        Request::Read(self.row.clone())
    }

    fn end(&mut self, written: Written) -> Option<Request> {
        self.written = Some(written);
        self.state = State::Over;
        None
    }

    /// Compares the value, and puts the new entries.
    fn plan(&mut self, read: Stored, env: &Env<'_>) -> Option<Request> {
        let found = read.value.as_ref().map(|value| &value.bytes);
        if self.expected.as_ref().is_some_and(|expected| expected.as_ref() != found) {
            return self.end(Written::Differs);
        }
        // A row that only plain writes have written has a value and no version.
        if self.value.is_none() && read == Stored::default() {
            return self.end(Written::Done);
        }
        let at = read.next(env.now);
        let version = Version { at, nonce: env.nonce, value: self.value.as_deref().map(digest) };
        let mut old = read.entries(&self.row, env);
        let mut new = self.value.iter().flat_map(|value| (env.entries)(&self.row, value)).collect::<Vec<_>>();
        let stale = old.iter().filter(|entry| !new.contains(entry)).cloned().collect();
        // Only the value of the version is known to have its entries. A plain write has put none, and of a value that has
        // expired they may be deleted already.
        if read.own_value().is_none() {
            old.clear();
        }
        new.retain(|entry| !old.contains(entry));
        let plan = Plan { read, version, stale };
        if new.is_empty() {
            return Some(self.swap(plan));
        }
        self.state = State::PuttingEntries(plan);
        Some(Request::PutEntries(new, at))
    }

    fn swap(&mut self, plan: Plan) -> Request {
        let change = self.value.clone().map_or(Change::Delete, Change::Put);
        let swap = Swap { row: self.row.clone(), expected: plan.read.version, version: plan.version, change };
        self.state = State::Swapping(plan);
        Request::Swap(swap)
    }

    /// Makes a swap fail that is still on its way.
    fn fence(&mut self, plan: Plan, env: &Env<'_>) -> Request {
        let version = Version { at: plan.read.next(env.now), nonce: env.nonce, value: plan.read.own_value() };
        let expected = plan.read.version;
        self.state = State::Fencing(plan, version);
        Request::Swap(Swap { row: self.row.clone(), expected, version, change: Change::Keep })
    }

    /// Decides the outcome by the version that the row has now. `fence` is the last one that was sent.
    fn decide(&mut self, plan: Plan, fence: Option<Version>, found: &Stored, env: &Env<'_>) -> Option<Request> {
        let found = found.version.map(|version| version.id());
        if found == Some(plan.version.id()) {
            return self.clean(plan);
        }
        if found == plan.read.version.map(|version| version.id()) {
            return Some(self.fence(plan, env));
        }
        // No later copy of the swap finds the version that it expects.
        if fence.is_some_and(|fence| found == Some(fence.id())) {
            return Some(self.read_again());
        }
        self.end(Written::Unknown)
    }

    /// Deletes the stale entries after the row is written.
    fn clean(&mut self, plan: Plan) -> Option<Request> {
        self.written = Some(Written::Done);
        if plan.stale.is_empty() {
            return self.end(Written::Done);
        }
        self.state = State::DeletingEntries(plan.stale.clone(), plan.version.at);
        Some(Request::DeleteEntries(plan.stale, plan.version.at))
    }
}

impl Machine for Write {
    fn begin(&mut self) -> Request {
        self.read_again()
    }

    fn next(&mut self, answer: Answer, env: &Env<'_>) -> Option<Request> {
        match (std::mem::replace(&mut self.state, State::Reading), answer) {
            (State::Reading, Answer::Stored(read)) => self.plan(read, env),
            (State::PuttingEntries(plan), Answer::Done) => Some(self.swap(plan)),
            (State::Swapping(plan), Answer::Swapped(true)) => self.clean(plan),
            // Another writer or a sweep was faster.
            (State::Swapping(_), Answer::Swapped(false)) => Some(self.read_again()),
            (State::Swapping(plan), _) => {
                self.state = State::Deciding(plan, None);
                Some(Request::Read(self.row.clone()))
            }
            (State::Deciding(plan, fence), Answer::Stored(found)) => self.decide(plan, fence, &found, env),
            (State::Fencing(..), Answer::Swapped(true)) => Some(self.read_again()),
            // The swap may have arrived before the fence.
            (State::Fencing(plan, fence), _) | (State::Deciding(plan, Some(fence)), _) => {
                self.state = State::Deciding(plan, Some(fence));
                Some(Request::Read(self.row.clone()))
            }
            (State::Deciding(plan, None), _) => {
                self.state = State::Deciding(plan, None);
                Some(Request::Read(self.row.clone()))
            }
            (State::DeletingEntries(..), Answer::Done) | (State::Over, _) => {
                self.state = State::Over;
                None
            }
            (State::DeletingEntries(stale, at), _) => {
                self.state = State::DeletingEntries(stale.clone(), at);
                Some(Request::DeleteEntries(stale, at))
            }
            // The answer is lost. What the first messages have put is stale, or is put again.
            (State::PuttingEntries(_) | State::Reading, _) => Some(self.read_again()),
        }
    }
}
