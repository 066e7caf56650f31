//! Passes over all entries or rows: one machine of the [protocol](super::protocol) for each of them.

use super::protocol::{self, Answer, Build, Bury, Entry, Machine, Millis, Request, RowKey, Stored, Sweep};

/// The error of a row whose value does not decode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unreadable;

/// The world outside of the steps.
pub(super) type Env<'e> = protocol::Env<'e, Unreadable>;

/// A request of a pass, or of its machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PassRequest {
    Machine(Request),
    /// Reads the next entry, with its newest time. The answer is [`PassAnswer::Entry`].
    NextEntry(Option<Entry>),
    /// Reads the next row that has a version or a value. The answer is [`PassAnswer::Row`].
    NextRow(Option<RowKey>),
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PassAnswer {
    Machine(Answer),
    Entry(Option<(Entry, Millis)>),
    Row(Option<(RowKey, Stored)>),
}

impl PassAnswer {
    pub(super) const DONE: Self = Self::Machine(Answer::Done);
    pub(super) const SWAPPED: Self = Self::Machine(Answer::Swapped(true));
    pub(super) const LOST: Self = Self::Machine(Answer::Lost);
}

/// The next request, or `None` at the end.
pub(super) type Next<R> = Result<Option<R>, Unreadable>;

/// Returns the first request of a machine.
pub(super) fn begin(machine: &mut impl Machine<Unreadable>) -> Request {
    machine.begin()
}

/// Continues a machine. A machine never gets the answer to a request of a pass.
pub(super) fn next(machine: &mut impl Machine<Unreadable>, answer: PassAnswer, env: &Env<'_>) -> Next<Request> {
    let answer = if let PassAnswer::Machine(answer) = answer { answer } else { Answer::Lost };
    machine.next(answer, env)
}

/// A sweep of all entries, then of all rows. It leaves the entries of unreadable rows.
#[derive(Default)]
pub(super) struct Sweeps {
    state: Sweeping,
}

#[derive(Default)]
enum Sweeping {
    #[default]
    Begun,
    /// Reads the entry after this one.
    NextEntry(Option<Entry>),
    Entry(Entry, Sweep),
    /// Reads the row after this one.
    NextRow(Option<RowKey>),
    Row(RowKey, Bury),
    Over,
}

impl Sweeps {
    pub(super) fn begin(&mut self) -> PassRequest {
        self.next_entry(None)
    }

    fn next_entry(&mut self, after: Option<Entry>) -> PassRequest {
        self.state = Sweeping::NextEntry(after.clone());
        PassRequest::NextEntry(after)
    }

    fn next_row(&mut self, after: Option<RowKey>) -> PassRequest {
        self.state = Sweeping::NextRow(after.clone());
        PassRequest::NextRow(after)
    }

    fn sweep(&mut self, entry: Entry, at: Millis) -> PassRequest {
        let mut sweep = Sweep::new(entry.clone(), at);
        let request = begin(&mut sweep);
        self.state = Sweeping::Entry(entry, sweep);
        PassRequest::Machine(request)
    }

    fn bury(&mut self, row: RowKey, read: &Stored, env: &Env<'_>) -> PassRequest {
        let Some(mut bury) = Bury::of(row.clone(), read, env.now, env.grace) else { return self.next_row(Some(row)) };
        let request = begin(&mut bury);
        self.state = Sweeping::Row(row, bury);
        PassRequest::Machine(request)
    }

    pub(super) fn next(&mut self, answer: PassAnswer, env: &Env<'_>) -> Option<PassRequest> {
        Some(match (std::mem::take(&mut self.state), answer) {
            (Sweeping::NextEntry(_), PassAnswer::Entry(Some((entry, at)))) => self.sweep(entry, at),
            (Sweeping::NextEntry(_), PassAnswer::Entry(None)) => self.next_row(None),
            (Sweeping::NextEntry(after), _) => self.next_entry(after),
            (Sweeping::Entry(entry, mut sweep), answer) => match next(&mut sweep, answer, env) {
                Ok(Some(request)) => {
                    self.state = Sweeping::Entry(entry, sweep);
                    PassRequest::Machine(request)
                }
                Ok(None) | Err(Unreadable) => self.next_entry(Some(entry)),
            },
            (Sweeping::NextRow(_), PassAnswer::Row(Some((row, read)))) => self.bury(row, &read, env),
            (Sweeping::NextRow(_), PassAnswer::Row(None)) | (Sweeping::Over, _) => {
                self.state = Sweeping::Over;
                return None;
            }
            (Sweeping::NextRow(after), _) => self.next_row(after),
            (Sweeping::Row(row, mut bury), answer) => match next(&mut bury, answer, env) {
                Ok(Some(request)) => {
                    self.state = Sweeping::Row(row, bury);
                    PassRequest::Machine(request)
                }
                Ok(None) | Err(Unreadable) => self.next_row(Some(row)),
            },
            (Sweeping::Begun, _) => self.begin(),
        })
    }
}

/// A build of all rows. It skips those that are unreadable.
#[derive(Default)]
pub(super) struct Builds {
    state: Building,
}

#[derive(Default)]
enum Building {
    #[default]
    Begun,
    /// Reads the row after this one.
    NextRow(Option<RowKey>),
    Row(RowKey, Build),
    Over,
}

impl Builds {
    /// Returns `true` if all rows have been read, and their entries put.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.state, Building::Over)
    }

    pub(super) fn begin(&mut self) -> PassRequest {
        self.next_row(None)
    }

    fn next_row(&mut self, after: Option<RowKey>) -> PassRequest {
        self.state = Building::NextRow(after.clone());
        PassRequest::NextRow(after)
    }

    fn build(&mut self, row: RowKey, mut build: Build, answer: PassAnswer, env: &Env<'_>) -> PassRequest {
        match next(&mut build, answer, env) {
            Ok(Some(request)) => {
                self.state = Building::Row(row, build);
                PassRequest::Machine(request)
            }
            Ok(None) | Err(Unreadable) => self.next_row(Some(row)),
        }
    }

    pub(super) fn next(&mut self, answer: PassAnswer, env: &Env<'_>) -> Option<PassRequest> {
        Some(match (std::mem::take(&mut self.state), answer) {
            // The first read of the machine is that of the pass.
            (Building::NextRow(_), PassAnswer::Row(Some((row, read)))) => {
                let mut build = Build::new(row.clone());
                begin(&mut build);
                self.build(row, build, PassAnswer::Machine(Answer::Stored(read)), env)
            }
            (Building::NextRow(_), PassAnswer::Row(None)) | (Building::Over, _) => {
                self.state = Building::Over;
                return None;
            }
            (Building::NextRow(after), _) => self.next_row(after),
            (Building::Row(row, build), answer) => self.build(row, build, answer, env),
            (Building::Begun, _) => self.begin(),
        })
    }
}
