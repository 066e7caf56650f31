//! The build, which puts the entries of a new key on a table that programs use.

use super::{Answer, Change, Entry, Env, Machine, Millis, Request, Row, Stored, Swap, Version};

/// A pass over all rows.
#[derive(Default)]
pub(in super::super) struct Build {
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    Begun,
    /// Reads the row after this one.
    NextRow(Option<Row>),
    /// Reads a row again after its fence.
    Reading(Row),
    Fencing(Row),
    PuttingEntries(Row, Vec<Entry>, Millis),
    Over,
}

impl Build {
    /// Returns `true` if all rows have been read, and their entries put.
    pub(in super::super) const fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    fn next_row(&mut self, after: Option<Row>) -> Request {
        self.state = State::NextRow(after.clone());
        Request::NextRow(after)
    }

    fn put_entries(&mut self, row: Row, entries: Vec<Entry>, at: Millis) -> Request {
        self.state = State::PuttingEntries(row, entries.clone(), at);
        Request::PutEntries(entries, at)
    }

    fn read(&mut self, row: Row) -> Request {
        self.state = State::Reading(row.clone());
        Request::Read(row)
    }

    /// Makes a writer begin again that has read a value which has expired since. The writer may count on its entries,
    /// and this build did not see the value.
    fn fence(&mut self, row: Row, read: &Stored, env: &Env<'_>) -> Request {
        let version = Version { at: read.next(env.now), nonce: env.nonce, value: None };
        self.state = State::Fencing(row.clone());
        Request::Swap(Swap { row, expected: read.version, version, change: Change::Keep })
    }

    /// Puts the entries at the time of the version, so that each later writer of the row can delete them.
    fn repeat(&mut self, row: Row, read: &Stored, env: &Env<'_>) -> Request {
        if read.has_lost_value() {
            return self.fence(row, read, env);
        }
        let entries: Vec<_> = read.entries(&row, env).into_iter().collect();
        match read.newest() {
            Some(at) if !entries.is_empty() => self.put_entries(row, entries, at),
            _ => self.next_row(Some(row)),
        }
    }
}

impl Machine for Build {
    fn begin(&mut self) -> Request {
        self.next_row(None)
    }

    fn next(&mut self, answer: Answer, env: &Env<'_>) -> Option<Request> {
        Some(match (std::mem::take(&mut self.state), answer) {
            (State::Begun, _) => self.next_row(None),
            (State::NextRow(_), Answer::Row(Some((row, read)))) => self.repeat(row, &read, env),
            (State::NextRow(_), Answer::Row(None)) | (State::Over, _) => {
                self.state = State::Over;
                return None;
            }
            (State::NextRow(after), _) => self.next_row(after),
            (State::Reading(row), Answer::Stored(read)) => self.repeat(row, &read, env),
            (State::Reading(row) | State::Fencing(row), _) => self.read(row),
            (State::PuttingEntries(row, ..), Answer::Done) => self.next_row(Some(row)),
            (State::PuttingEntries(row, entries, at), _) => self.put_entries(row, entries, at),
        })
    }
}
