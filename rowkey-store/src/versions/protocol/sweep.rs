//! The sweep, which deletes stale entries and old tombstones.

use super::{Answer, Change, Entry, Env, Kind, Machine, Millis, Request, RowKey, Stored, Version};

/// What a sweep has done with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweptEntry {
    /// Its row has it, or may get it.
    Kept,
    /// It was stale, and is deleted.
    Deleted,
    /// It is stale, and the outcome of its delete is unknown.
    Unknown,
}

/// The sweep of one entry.
pub struct Sweep {
    entry: Entry,
    /// The time of its newest cell.
    at: Millis,
    state: State,
    swept: SweptEntry,
}

#[derive(Clone, Copy)]
enum State {
    /// Reads the row of the entry.
    Looking,
    Fencing,
    Deleting,
    Over,
}

impl Sweep {
    /// Creates the sweep of an entry whose newest cell has this time.
    #[must_use]
    pub const fn new(entry: Entry, at: Millis) -> Self {
        Self { entry, at, state: State::Looking, swept: SweptEntry::Kept }
    }

    /// Returns the outcome, once the sweep is over.
    #[must_use]
    pub const fn swept(&self) -> SweptEntry {
        self.swept
    }

    fn look(&mut self) -> Request {
        self.state = State::Looking;
        Request::Read(self.entry.row.clone())
    }

    fn delete(&mut self) -> Request {
        self.state = State::Deleting;
        Request::DeleteEntries(vec![self.entry.clone()], self.at)
    }

    const fn end(&mut self, swept: SweptEntry) -> Option<Request> {
        self.state = State::Over;
        self.swept = swept;
        None
    }

    /// Decides about the entry, after its row was read.
    fn judge<X>(&mut self, read: &Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        if read.entries(&self.entry.row, env)?.contains(&self.entry) {
            return Ok(self.end(SweptEntry::Kept));
        }
        let Some(version) = read.version else {
            // A load may be between its entries and its row.
            let is_old = self.at < env.now - env.grace;
            return Ok(if is_old { Some(self.delete()) } else { self.end(SweptEntry::Kept) });
        };
        // A writer may be between its entries and its swap: the fence makes it begin again. It may also count on the
        // entries of a value that has expired since.
        if version.at >= self.at && !read.has_lost_value() {
            return Ok(Some(self.delete()));
        }
        let fence = Version {
            at: read.next(env.now).max(self.at),
            nonce: env.nonce,
            value: read.own_value(),
            kind: Kind::Written,
        };
        self.state = State::Fencing;
        let (row, expected) = (self.entry.row.clone(), read.version);
        Ok(Some(Request::Swap { row, expected, version: fence, change: Change::Keep }))
    }
}

impl<X> Machine<X> for Sweep {
    fn begin(&mut self) -> Request {
        self.look()
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (self.state, answer) {
            (State::Looking, Answer::Stored(read)) => self.judge(&read, env)?,
            (State::Fencing, Answer::Swapped(true)) => Some(self.delete()),
            (State::Looking | State::Fencing, _) => Some(self.look()),
            (State::Deleting, Answer::Done) => self.end(SweptEntry::Deleted),
            (State::Deleting, _) => self.end(SweptEntry::Unknown),
            (State::Over, _) => None,
        })
    }
}

/// The removal of an old tombstone: the version of a row that has no value.
pub struct Bury {
    row: RowKey,
    version: Version,
    is_buried: bool,
}

impl Bury {
    /// Creates the removal, if the row is an old tombstone.
    #[must_use]
    pub fn of(row: RowKey, read: &Stored, now: Millis, grace: Millis) -> Option<Self> {
        let version = read.version.filter(|version| read.value.is_none() && version.at < now - grace)?;
        Some(Self { row, version, is_buried: false })
    }

    /// Returns `true` if it has removed the tombstone. A version that has changed, or whose outcome is unknown, is left
    /// to the next sweep.
    #[must_use]
    pub const fn is_buried(&self) -> bool {
        self.is_buried
    }
}

impl<X> Machine<X> for Bury {
    fn begin(&mut self) -> Request {
        Request::Bury(self.row.clone(), self.version)
    }

    fn next(&mut self, answer: Answer, _: &Env<'_, X>) -> Result<Option<Request>, X> {
        self.is_buried = answer == Answer::Swapped(true);
        Ok(None)
    }
}
