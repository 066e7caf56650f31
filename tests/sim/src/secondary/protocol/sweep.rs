//! The sweep, which deletes stale entries and old tombstones.

use super::{Answer, Change, Entry, Env, Machine, Millis, Request, Row, Stored, Swap, Version};

/// A pass over all entries, then over all rows.
#[derive(Default)]
pub(in super::super) struct Sweep {
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    Begun,
    /// Reads the entry after this one.
    NextEntry(Option<Entry>),
    /// Reads the row of an entry with this time.
    Looking(Entry, Millis),
    Fencing(Entry, Millis),
    Deleting(Entry, Millis),
    /// Reads the row after this one.
    NextRow(Option<Row>),
    Burying(Row),
    Over,
}

impl Sweep {
    fn next_entry(&mut self, after: Option<Entry>) -> Request {
        self.state = State::NextEntry(after.clone());
        Request::NextEntry(after)
    }

    fn look(&mut self, entry: Entry, at: Millis) -> Request {
        let row = entry.row.clone();
        self.state = State::Looking(entry, at);
        Request::Read(row)
    }

    fn delete(&mut self, entry: Entry, at: Millis) -> Request {
        self.state = State::Deleting(entry.clone(), at);
        Request::DeleteEntries(vec![entry], at)
    }

    fn next_row(&mut self, after: Option<Row>) -> Request {
        self.state = State::NextRow(after.clone());
        Request::NextRow(after)
    }

    /// Decides about an entry, after its row was read.
    fn judge(&mut self, entry: Entry, at: Millis, read: &Stored, env: &Env<'_>) -> Request {
        if read.entries(&entry.row, env).contains(&entry) {
            return self.next_entry(Some(entry));
        }
        let Some(version) = read.version else {
            // A load may be between its entries and its row.
            let is_old = at < env.now - env.grace;
            return if is_old { self.delete(entry, at) } else { self.next_entry(Some(entry)) };
        };
        // A writer may be between its entries and its swap: the fence makes it begin again. It may also count on the
        // entries of a value that has expired since.
        if version.at >= at && !read.has_lost_value() {
            return self.delete(entry, at);
        }
        let fence = Version { at: read.next(env.now).max(at), nonce: env.nonce, value: read.own_value() };
        let (row, expected) = (entry.row.clone(), read.version);
        self.state = State::Fencing(entry, at);
        Request::Swap(Swap { row, expected, version: fence, change: Change::Keep })
    }

    /// Removes the version of a row that has no value, if it is old.
    fn judge_row(&mut self, row: Row, read: &Stored, env: &Env<'_>) -> Request {
        match read.version {
            Some(version) if read.value.is_none() && version.at < env.now - env.grace => {
                self.state = State::Burying(row.clone());
                Request::Bury(row, version)
            }
            _ => self.next_row(Some(row)),
        }
    }
}

impl Machine for Sweep {
    fn begin(&mut self) -> Request {
        self.next_entry(None)
    }

    fn next(&mut self, answer: Answer, env: &Env<'_>) -> Option<Request> {
        Some(match (std::mem::take(&mut self.state), answer) {
            (State::Begun, _) => self.next_entry(None),
            (State::NextEntry(_), Answer::Entry(Some((entry, at)))) => self.look(entry, at),
            (State::NextEntry(_), Answer::Entry(None)) => self.next_row(None),
            (State::NextEntry(after), _) => self.next_entry(after),
            (State::Looking(entry, at), Answer::Stored(read)) => self.judge(entry, at, &read, env),
            (State::Fencing(entry, at), Answer::Swapped(true)) => self.delete(entry, at),
            (State::Looking(entry, at) | State::Fencing(entry, at), _) => self.look(entry, at),
            (State::Deleting(entry, _), Answer::Done) => self.next_entry(Some(entry)),
            (State::Deleting(entry, at), _) => self.delete(entry, at),
            (State::NextRow(_), Answer::Row(Some((row, read)))) => self.judge_row(row, &read, env),
            (State::NextRow(_), Answer::Row(None)) | (State::Over, _) => {
                self.state = State::Over;
                return None;
            }
            (State::NextRow(after), _) => self.next_row(after),
            // A version that has changed, or whose outcome is unknown, is left to the next sweep.
            (State::Burying(row), _) => self.next_row(Some(row)),
        })
    }
}
