//! The scan of a secondary key, which returns the rows of its entries.

use super::passes::{Env, PassAnswer, PassRequest};
use super::protocol::{Answer, Entry, Millis, Request};

/// A row as a reader returns it: the entry, and the value.
pub(super) type Found = (Entry, Vec<u8>);

/// A pass over all entries. It never writes.
#[derive(Default)]
pub(super) struct ReadBy {
    state: State,
    /// The last entry, if its row has this secondary key.
    pub(super) found: Option<Found>,
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
    pub(super) const fn looked_at(&self) -> Option<(&Entry, Millis)> {
        match &self.state {
            State::Looking(entry, at) => Some((entry, *at)),
            _ => None,
        }
    }

    fn next_entry(&mut self, after: Option<Entry>) -> PassRequest {
        self.state = State::NextEntry(after.clone());
        PassRequest::NextEntry(after)
    }

    fn look(&mut self, entry: Entry, at: Millis) -> PassRequest {
        let row = entry.row.clone();
        self.state = State::Looking(entry, at);
        PassRequest::Machine(Request::Read(row))
    }

    pub(super) fn begin(&mut self) -> PassRequest {
        self.next_entry(None)
    }

    pub(super) fn next(&mut self, answer: PassAnswer, env: &Env<'_>) -> Option<PassRequest> {
        self.found = None;
        Some(match (std::mem::take(&mut self.state), answer) {
            (State::Begun, _) => self.next_entry(None),
            (State::NextEntry(_), PassAnswer::Entry(Some((entry, at)))) => self.look(entry, at),
            (State::NextEntry(_), PassAnswer::Entry(None)) | (State::Over, _) => {
                self.state = State::Over;
                return None;
            }
            (State::NextEntry(after), _) => self.next_entry(after),
            (State::Looking(entry, _), PassAnswer::Machine(Answer::Stored(read))) => {
                let entries = read.value.as_ref().map(|value| (env.entries)(&entry.row, &value.bytes));
                let has_entry = entries.is_some_and(|entries| entries.is_ok_and(|entries| entries.contains(&entry)));
                self.found = read.value.filter(|_| has_entry).map(|value| (entry.clone(), value.bytes));
                self.next_entry(Some(entry))
            }
            (State::Looking(entry, at), _) => self.look(entry, at),
        })
    }
}
