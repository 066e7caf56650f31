//! The scan of a secondary key, which returns the rows of its entries.

use super::{Answer, Entry, Env, Machine, Millis, Request};

/// A row as a reader returns it: the entry, and the value.
pub(in super::super) type Found = (Entry, Vec<u8>);

/// A pass over all entries. It never writes.
#[derive(Default)]
pub(in super::super) struct ReadBy {
    state: State,
    /// The last entry, if its row has this secondary key.
    pub(in super::super) found: Option<Found>,
}

#[derive(Default)]
enum State {
    #[default]
    Begun,
    /// Reads the entry after this one.
    NextEntry(Option<Entry>),
    Looking(Entry, Millis),
    Over,
}

impl ReadBy {
    /// Returns the entry whose row is read, with its time.
    pub(in super::super) const fn looked_at(&self) -> Option<(&Entry, Millis)> {
        match &self.state {
            State::Looking(entry, at) => Some((entry, *at)),
            _ => None,
        }
    }

    fn next_entry(&mut self, after: Option<Entry>) -> Request {
        self.state = State::NextEntry(after.clone());
        Request::NextEntry(after)
    }

    fn look(&mut self, entry: Entry, at: Millis) -> Request {
        let row = entry.row.clone();
        self.state = State::Looking(entry, at);
        Request::Read(row)
    }
}

impl Machine for ReadBy {
    fn begin(&mut self) -> Request {
        self.next_entry(None)
    }

    fn next(&mut self, answer: Answer, env: &Env<'_>) -> Option<Request> {
        self.found = None;
        Some(match (std::mem::take(&mut self.state), answer) {
            (State::Begun, _) => self.next_entry(None),
            (State::NextEntry(_), Answer::Entry(Some((entry, at)))) => self.look(entry, at),
            (State::NextEntry(_), Answer::Entry(None)) | (State::Over, _) => {
                self.state = State::Over;
                return None;
            }
            (State::NextEntry(after), _) => self.next_entry(after),
            (State::Looking(entry, _), Answer::Stored(read)) => {
                let has_entry = read.entries(&entry.row, env).contains(&entry);
                self.found = read.value.filter(|_| has_entry).map(|value| (entry.clone(), value.bytes));
                self.next_entry(Some(entry))
            }
            (State::Looking(entry, at), _) => self.look(entry, at),
        })
    }
}
