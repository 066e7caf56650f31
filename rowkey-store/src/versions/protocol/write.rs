//! Puts and deletes of a row, and compare-and-set.

use super::version::digest;
use super::{Answer, Change, Entry, Env, Kind, Machine, Request, RowKey, Stored, Version};

/// The outcome of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// The row is written.
    Done,
    /// The row has another value than expected.
    Differs,
    /// The write may have been made, and replaced.
    Unknown,
}

/// The new value of a row, with its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewValue {
    /// The value.
    pub bytes: Vec<u8>,
    /// The entries, each once.
    pub entries: Vec<Entry>,
}

/// A put, a delete, or a compare-and-set of one row.
pub struct Write {
    row: RowKey,
    /// The new value, or `None` to delete the row.
    new: Option<NewValue>,
    /// The value that the row must have, if any.
    expected: Option<Option<Vec<u8>>>,
    state: State,
    written: Option<Written>,
    attempts: u32,
}

enum State {
    Reading,
    PuttingEntries(Plan),
    Swapping(Plan),
    /// The answer to the swap, or to the fence after it, is lost. The version is read again.
    Deciding(Plan, Option<Version>),
    Fencing(Plan, Version),
    DeletingEntries,
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
    /// Creates a put, or a delete without a new value.
    #[must_use]
    pub const fn new(row: RowKey, new: Option<NewValue>) -> Self {
        Self { row, new, expected: None, state: State::Reading, written: None, attempts: 0 }
    }

    /// Creates a write that compares the value first.
    #[must_use]
    pub fn if_equal(row: RowKey, expected: Option<Vec<u8>>, new: Option<NewValue>) -> Self {
        Self { expected: Some(expected), ..Self::new(row, new) }
    }

    /// Creates a put that has already put its entries and sent a swap of a new row, whose answer is lost.
    pub(super) fn after_lost_swap(row: RowKey, new: NewValue, version: Version) -> Self {
        let plan = Plan { read: Stored::default(), version, stale: Vec::new() };
        Self { state: State::Deciding(plan, None), ..Self::new(row, Some(new)) }
    }

    /// Returns the key of the row.
    #[must_use]
    pub fn row(&self) -> &[u8] {
        &self.row
    }

    /// Returns the outcome, once it is decided. Stale entries may still be there.
    #[must_use]
    pub const fn written(&self) -> Option<&Written> {
        self.written.as_ref()
    }

    /// Returns `true` if the row may have the new value, or may still get it.
    #[must_use]
    pub const fn may_have_written(&self) -> bool {
        !matches!(self.state, State::Reading | State::PuttingEntries(_))
    }

    fn read_again(&mut self) -> Request {
        self.attempts = self.attempts.saturating_add(1);
        self.state = State::Reading;
        Request::Read(self.row.clone())
    }

    /// Reads the version to decide the outcome of the swap.
    fn look(&mut self, plan: Plan, fence: Option<Version>) -> Request {
        self.state = State::Deciding(plan, fence);
        Request::Read(self.row.clone())
    }

    fn end(&mut self, written: Written) -> Option<Request> {
        self.written = Some(written);
        self.state = State::Over;
        None
    }

    /// Compares the value, and puts the new entries.
    fn plan<X>(&mut self, read: Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        let found = read.value.as_ref().map(|value| &value.bytes);
        if self.expected.as_ref().is_some_and(|expected| expected.as_ref() != found) {
            return Ok(self.end(Written::Differs));
        }
        // A row that only plain writes have written has a value and no version.
        if self.new.is_none() && read == Stored::default() {
            return Ok(self.end(Written::Done));
        }
        let at = read.next(env.now);
        let value = self.new.as_ref().map(|new| digest(&new.bytes));
        let version = Version { at, nonce: env.nonce, value, kind: Kind::Written };
        let old = read.entries(&self.row, env)?;
        let new = self.new.as_ref().map_or(&[][..], |new| &new.entries);
        let stale = old.iter().filter(|entry| !new.contains(entry)).cloned().collect();
        // Only the value of the version is known to have its entries. A plain write has put none, and of a value that has
        // expired they may be deleted already.
        let has_entries = read.own_value().is_some();
        let missing: Vec<_> = new.iter().filter(|entry| !(has_entries && old.contains(entry))).cloned().collect();
        let plan = Plan { read, version, stale };
        if missing.is_empty() {
            return Ok(Some(self.swap(plan)));
        }
        self.state = State::PuttingEntries(plan);
        Ok(Some(Request::PutEntries(missing, at)))
    }

    fn swap(&mut self, plan: Plan) -> Request {
        let change = self.new.as_ref().map_or(Change::Delete, |new| Change::Put(new.bytes.clone()));
        let swap = Request::Swap { row: self.row.clone(), expected: plan.read.version, version: plan.version, change };
        self.state = State::Swapping(plan);
        swap
    }

    /// Makes a swap fail that is still on its way.
    fn fence<X>(&mut self, plan: Plan, env: &Env<'_, X>) -> Request {
        let version = Version {
            at: plan.read.next(env.now),
            nonce: env.nonce,
            value: plan.read.own_value(),
            kind: Kind::Written,
        };
        let expected = plan.read.version;
        self.state = State::Fencing(plan, version);
        Request::Swap { row: self.row.clone(), expected, version, change: Change::Keep }
    }

    /// Decides the outcome by the version that the row has now. `fence` is the last one that was sent.
    fn decide<X>(&mut self, plan: Plan, fence: Option<Version>, found: &Stored, env: &Env<'_, X>) -> Option<Request> {
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
        self.state = State::DeletingEntries;
        Some(Request::DeleteEntries(plan.stale, plan.version.at))
    }
}

impl<X> Machine<X> for Write {
    fn begin(&mut self) -> Request {
        match std::mem::replace(&mut self.state, State::Reading) {
            State::Deciding(plan, fence) => self.look(plan, fence),
            _ => self.read_again(),
        }
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, State::Reading), answer) {
            (State::Reading, Answer::Stored(read)) => self.plan(read, env)?,
            (State::PuttingEntries(plan), Answer::Done) => Some(self.swap(plan)),
            (State::Swapping(plan), Answer::Swapped(true)) => self.clean(plan),
            // Another writer or a sweep was faster.
            (State::Swapping(_), Answer::Swapped(false)) => Some(self.read_again()),
            (State::Swapping(plan), _) => Some(self.look(plan, None)),
            (State::Deciding(plan, fence), Answer::Stored(found)) => self.decide(plan, fence, &found, env),
            (State::Fencing(..), Answer::Swapped(true)) => Some(self.read_again()),
            // The swap may have arrived before the fence.
            (State::Fencing(plan, fence), _) => Some(self.look(plan, Some(fence))),
            (State::Deciding(plan, fence), _) => Some(self.look(plan, fence)),
            // What is left of the stale entries costs a read, until the next sweep.
            (State::DeletingEntries | State::Over, _) => {
                self.state = State::Over;
                None
            }
            // The answer is lost. What the first messages have put is stale, or is put again.
            (State::PuttingEntries(_) | State::Reading, _) => Some(self.read_again()),
        })
    }

    fn attempts(&self) -> u32 {
        self.attempts
    }
}
