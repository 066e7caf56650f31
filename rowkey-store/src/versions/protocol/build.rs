//! The build of a row, which puts the entries of a new key on a table that programs use.

use super::{Answer, Change, Entry, Env, Kind, Machine, Millis, Request, RowKey, Stored, Version};

/// Puts the entries of one row.
pub struct Build {
    row: RowKey,
    state: State,
}

enum State {
    Reading,
    Fencing,
    PuttingEntries(Vec<Entry>, Millis),
    Over,
}

impl Build {
    /// Creates the build of a row.
    #[must_use]
    pub const fn new(row: RowKey) -> Self {
        Self { row, state: State::Reading }
    }

    /// Returns the key of the row.
    #[must_use]
    pub fn row(&self) -> &[u8] {
        &self.row
    }

    fn read(&mut self) -> Request {
        self.state = State::Reading;
        Request::Read(self.row.clone())
    }

    /// Makes a writer begin again that has read a value which has expired since. The writer may count on its entries,
    /// and this build did not see the value.
    fn fence<X>(&mut self, read: &Stored, env: &Env<'_, X>) -> Request {
        let version = Version { at: read.next(env.now), nonce: env.nonce, value: None, kind: Kind::Written };
        self.state = State::Fencing;
        Request::Swap { row: self.row.clone(), expected: read.version, version, change: Change::Keep }
    }

    /// Puts the entries at the time of the version, so that each later writer of the row can delete them.
    fn put_entries<X>(&mut self, read: &Stored, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        if read.has_lost_value() {
            return Ok(Some(self.fence(read, env)));
        }
        let entries = read.entries(&self.row, env)?;
        let Some(at) = read.newest().filter(|_| !entries.is_empty()) else {
            self.state = State::Over;
            return Ok(None);
        };
        self.state = State::PuttingEntries(entries.clone(), at);
        Ok(Some(Request::PutEntries(entries, at)))
    }
}

impl<X> Machine<X> for Build {
    fn begin(&mut self) -> Request {
        self.read()
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, State::Over), answer) {
            (State::Reading, Answer::Stored(read)) => self.put_entries(&read, env)?,
            (State::Reading | State::Fencing, _) => Some(self.read()),
            (State::PuttingEntries(..), Answer::Done) | (State::Over, _) => None,
            (State::PuttingEntries(entries, at), _) => {
                self.state = State::PuttingEntries(entries.clone(), at);
                Some(Request::PutEntries(entries, at))
            }
        })
    }
}
