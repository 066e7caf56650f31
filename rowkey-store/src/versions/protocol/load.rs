//! The load of a row that does not exist.

use super::version::digest;
use super::{Answer, Env, Kind, Machine, NewValue, Request, RowKey, Stored, Version, Write, Written};

/// A put of a new row. A row that exists, or has existed, goes through [`Write`].
///
/// The store may put the row without a condition, together with many others. This needs a server that hides late copies
/// of the put after a later delete, and no other writers of the row. Other stores swap.
pub struct Load {
    row: RowKey,
    new: NewValue,
    state: State,
}

enum State {
    Reading,
    PuttingEntries(Version),
    PuttingRow(Version),
    /// The answer to the put is lost. The row is read again.
    Deciding(Version),
    /// Sends the same put again, after the answer to another copy of it was lost.
    PuttingRowAgain(Version),
    Writing(Box<Write>),
    Over,
}

impl Load {
    /// Creates a load of one row.
    #[must_use]
    pub const fn new(row: RowKey, new: NewValue) -> Self {
        Self { row, new, state: State::Reading }
    }

    /// Returns the key of the row.
    #[must_use]
    pub fn row(&self) -> &[u8] {
        &self.row
    }

    /// Returns the outcome, once it is decided.
    #[must_use]
    pub fn written(&self) -> Option<&Written> {
        match &self.state {
            State::Writing(write) => write.written(),
            State::Over => Some(&Written::Done),
            _ => None,
        }
    }

    /// Returns `true` if the row may have the new value, or may still get it.
    #[must_use]
    pub fn may_have_written(&self) -> bool {
        match &self.state {
            State::Reading | State::PuttingEntries(_) => false,
            State::PuttingRow(_) | State::Deciding(_) | State::PuttingRowAgain(_) | State::Over => true,
            State::Writing(write) => write.may_have_written(),
        }
    }

    fn plan<X>(&mut self, read: &Stored, env: &Env<'_, X>) -> Request {
        if *read != Stored::default() {
            return self.hand_over::<X>(Write::new(self.row.clone(), Some(self.new.clone())));
        }
        let version =
            Version { at: env.now, nonce: env.nonce, value: Some(digest(&self.new.bytes)), kind: Kind::Written };
        self.put_entries(version)
    }

    fn hand_over<X>(&mut self, mut write: Write) -> Request {
        let request = Machine::<X>::begin(&mut write);
        self.state = State::Writing(Box::new(write));
        request
    }

    fn put_entries(&mut self, version: Version) -> Request {
        if self.new.entries.is_empty() {
            return self.put_row(version);
        }
        self.state = State::PuttingEntries(version);
        Request::PutEntries(self.new.entries.clone(), version.at)
    }

    fn put_row(&mut self, version: Version) -> Request {
        self.state = State::PuttingRow(version);
        Request::PutRow(self.row.clone(), version, self.new.bytes.clone())
    }

    fn look(&mut self, version: Version) -> Request {
        self.state = State::Deciding(version);
        Request::Read(self.row.clone())
    }

    /// Decides the outcome of a put by the row that is there now.
    ///
    /// If the row is still empty, the same put is sent again. A fence, as of a [`Write`], does not stop a put without a
    /// condition. Between the fence and the late put, a sweep could delete the entries of the row.
    fn decide<X>(&mut self, version: Version, found: &Stored) -> Option<Request> {
        if found.version.is_some_and(|found| found.id() == version.id()) {
            self.state = State::Over;
            return None;
        }
        if *found != Stored::default() {
            return Some(self.hand_over::<X>(Write::after_lost_swap(self.row.clone(), self.new.clone(), version)));
        }
        self.state = State::PuttingRowAgain(version);
        Some(Request::PutRow(self.row.clone(), version, self.new.bytes.clone()))
    }
}

impl<X> Machine<X> for Load {
    fn begin(&mut self) -> Request {
        Request::Read(self.row.clone())
    }

    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X> {
        Ok(match (std::mem::replace(&mut self.state, State::Reading), answer) {
            (State::Reading, Answer::Stored(read)) => Some(self.plan(&read, env)),
            (State::Reading, _) => Some(Request::Read(self.row.clone())),
            (State::PuttingEntries(version), Answer::Done) => Some(self.put_row(version)),
            (State::PuttingEntries(version), _) => Some(self.put_entries(version)),
            (State::PuttingRow(_) | State::PuttingRowAgain(_), Answer::Swapped(true)) | (State::Over, _) => {
                self.state = State::Over;
                None
            }
            // Somebody else writes the row.
            (State::PuttingRow(_), Answer::Swapped(false)) => {
                Some(self.hand_over::<X>(Write::new(self.row.clone(), Some(self.new.clone()))))
            }
            (State::Deciding(version), Answer::Stored(found)) => self.decide::<X>(version, &found),
            // If the put found a version, it may be that of an earlier copy.
            (State::PuttingRow(version) | State::PuttingRowAgain(version) | State::Deciding(version), _) => {
                Some(self.look(version))
            }
            (State::Writing(mut write), answer) => {
                let request = write.next(answer, env);
                self.state = State::Writing(write);
                request?
            }
        })
    }

    fn attempts(&self) -> u32 {
        match &self.state {
            State::Writing(write) => Machine::<X>::attempts(&**write).saturating_add(1),
            _ => 1,
        }
    }
}
