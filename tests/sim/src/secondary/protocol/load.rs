//! The load of a row that does not exist, and that nobody else writes.

use super::{Answer, Entry, Env, Machine, Millis, Request, Row, Stored, Version, Write, Written, digest};

/// A put of a new row. A row that exists, or has existed, goes through [`Write`].
///
/// The row is put without a condition, so that a store can put many in one batch. This needs a server that hides late
/// copies of the put behind a later delete.
pub(in super::super) struct Load {
    row: Row,
    value: Vec<u8>,
    state: State,
}

enum State {
    Reading,
    PuttingEntries(Vec<Entry>, Version),
    PuttingRow(Version),
    Writing(Box<Write>),
    Over,
}

impl Load {
    pub(in super::super) const fn new(row: Row, value: Vec<u8>) -> Self {
        Self { row, value, state: State::Reading }
    }

    pub(in super::super) fn written(&self) -> Option<&Written> {
        match &self.state {
            State::Writing(write) => write.written(),
            State::Over => Some(&Written::Done),
            _ => None,
        }
    }

    pub(in super::super) fn may_have_written(&self) -> bool {
        match &self.state {
            State::Reading | State::PuttingEntries(..) => false,
            State::PuttingRow(_) | State::Over => true,
            State::Writing(write) => write.may_have_written(),
        }
    }

    fn plan(&mut self, read: &Stored, env: &Env<'_>) -> Request {
        if *read != Stored::default() {
            let mut write = Write::new(self.row.clone(), Some(self.value.clone()));
            let request = write.begin();
            self.state = State::Writing(Box::new(write));
            return request;
        }
        let version = Version { at: env.now, nonce: env.nonce, value: Some(digest(&self.value)) };
        self.put_entries((env.entries)(&self.row, &self.value), version)
    }

    fn put_entries(&mut self, entries: Vec<Entry>, version: Version) -> Request {
        let at: Millis = version.at;
        self.state = State::PuttingEntries(entries.clone(), version);
        Request::PutEntries(entries, at)
    }

    fn put_row(&mut self, version: Version) -> Request {
        self.state = State::PuttingRow(version);
        Request::PutRow(self.row.clone(), version, self.value.clone())
    }
}

impl Machine for Load {
    fn begin(&mut self) -> Request {
        Request::Read(self.row.clone())
    }

    fn next(&mut self, answer: Answer, env: &Env<'_>) -> Option<Request> {
        match (std::mem::replace(&mut self.state, State::Reading), answer) {
            (State::Reading, Answer::Stored(read)) => Some(self.plan(&read, env)),
            (State::Reading, _) => Some(Request::Read(self.row.clone())),
            (State::PuttingEntries(_, version), Answer::Done) => Some(self.put_row(version)),
            (State::PuttingEntries(entries, version), _) => Some(self.put_entries(entries, version)),
            (State::PuttingRow(_), Answer::Done) | (State::Over, _) => {
                self.state = State::Over;
                None
            }
            // The same cells again.
            (State::PuttingRow(version), _) => Some(self.put_row(version)),
            (State::Writing(mut write), answer) => {
                let request = write.next(answer, env);
                self.state = State::Writing(write);
                request
            }
        }
    }
}
