//! The server, its clients, and the messages between them. A schedule decides what happens next.

use std::time::Duration;

use super::client::{Client, Job, Role, Task};
use super::message::{Fate, Message};
use super::mutants::{Mutant, Skipped};
use super::passes::{Env, PassAnswer, PassRequest, Unreadable};
use super::protocol::{Answer, Change, Entry, Millis, NewValue, RowKey};
use super::server::{Engine, Server, Swap};
use crate::model::{Action, Model, Outcome, Value, Writers};

/// The state of a secondary key that is added to a table in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KeyState {
    /// Some programs do not know the key.
    Unknown,
    /// All programs write its entries.
    Written,
    /// A build puts the entries of older rows. After a crash, another one begins.
    Building,
    /// Programs may read it.
    Complete,
}

/// A message on its way.
struct Late {
    role: Role,
    message: Message,
}

/// The time that no operation and no message takes.
const GRACE: Millis = 1_000_000;

pub(super) struct World {
    pub(super) server: Server,
    pub(super) mutant: Option<Mutant>,
    pub(super) time: Millis,
    pub(super) grace: Millis,
    /// The time after which values expire.
    pub(super) ttl: Option<Millis>,
    /// `true` if programs write rows without their entries.
    pub(super) has_plain_writes: bool,
    pub(super) clients: Vec<Client>,
    pub(super) key_state: KeyState,
    pub(super) model: Model,
    /// `false` if only a test decides when to check the rows.
    pub(super) checks_each_step: bool,
    late: Vec<Late>,
    nonces: u64,
    is_noted: bool,
    pub(super) events: Vec<String>,
    pub(super) failure: Option<String>,
}

/// Returns the entries of a row that a program sees, or an error if the value does not decode: it begins with `x`.
fn read_entries(tables: usize, row: &[u8], value: &[u8]) -> Result<Vec<Entry>, Unreadable> {
    if value.starts_with(b"x") { Err(Unreadable) } else { Ok(entries_of(tables, row, value)) }
}

/// Returns the secondary keys of a row in the first tables. The value `i7:bd` has the keys `b` and `d`.
pub(super) fn entries_of(tables: usize, row: &[u8], value: &[u8]) -> Vec<Entry> {
    let colors = value.iter().position(|byte| *byte == b':').map_or(&[][..], |at| &value[at + 1..]);
    let entry = |table, color| Entry { table, key: [&[color], row].concat(), row: row.to_vec() };
    (0..tables).flat_map(|table| colors.iter().map(move |color| entry(table, *color))).collect()
}

impl World {
    pub(super) fn new(engine: Engine, mutant: Option<Mutant>, is_noted: bool) -> Self {
        Self {
            server: Server::new(engine),
            mutant,
            time: 1_000,
            grace: if mutant == Some(Mutant::ShortGrace) { 3 } else { GRACE },
            ttl: None,
            has_plain_writes: false,
            clients: Vec::new(),
            key_state: KeyState::Unknown,
            model: Model::new(Writers::Many),
            checks_each_step: true,
            late: Vec::new(),
            nonces: 0,
            is_noted,
            events: Vec::new(),
            failure: None,
        }
    }

    pub(super) fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    pub(super) fn note(&mut self, event: impl FnOnce() -> String) {
        if self.is_noted {
            let event = format!("{:>6} {}", self.time, event());
            self.events.push(event);
        }
    }

    pub(super) fn fail(&mut self, failure: String) {
        self.note(|| format!("FAILS: {failure}"));
        self.failure.get_or_insert(failure);
    }

    pub(super) fn require(&mut self, checked: Result<(), String>) {
        if let Err(failure) = checked {
            self.fail(failure);
        }
    }

    pub(super) fn now(&self) -> Duration {
        Duration::from_millis(self.time.unsigned_abs())
    }

    /// Lets time pass.
    pub(super) fn wait(&mut self, millis: Millis) {
        self.time += millis;
        self.expire();
    }

    fn expire(&mut self) {
        let Some(ttl) = self.ttl else { return };
        for row in self.server.expire(self.time - ttl) {
            self.note(|| format!("the value of {row:?} expires"));
            self.model.repeat(&row, None);
        }
    }

    /// Writes a row as it was before the table had secondary keys.
    pub(super) fn put_old_row(&mut self, row: &[u8], value: &[u8]) {
        self.server.put_value(row, value, self.time);
        self.model.repeat(row, Some(value.to_vec()));
        self.note(|| format!("row {row:?} is {} from before", value.escape_ascii()));
    }

    /// Begins an operation. `change` is its call in the model.
    pub(super) fn begin(&mut self, client: usize, job: Job, row: Option<RowKey>, change: Option<Action>) {
        let is_delete = matches!(change, Some(Action::Write(None) | Action::Set { value: None, .. }));
        let call = row.as_ref().zip(change).map(|(row, action)| self.model.begin(row, action));
        if self.is(Mutant::CompleteTooEarly) && job.role() == Role::Builder {
            self.key_state = KeyState::Complete;
        }
        let mut task = Task::new(job, row, is_delete, call);
        let request = task.job.begin();
        self.clients[client].task = Some(task);
        if let Some(request) = request {
            self.request(client, request);
        }
    }

    /// Returns a value, with the entries that a client knows.
    pub(super) fn new_value(&self, client: usize, row: &[u8], value: &[u8]) -> NewValue {
        NewValue { bytes: value.to_vec(), entries: entries_of(self.clients[client].tables, row, value) }
    }

    pub(super) fn task(&mut self, client: usize) -> Option<&mut Task> {
        self.clients.get_mut(client).and_then(|client| client.task.as_mut())
    }

    /// Prepares the messages of a request.
    fn request(&mut self, client: usize, request: PassRequest) {
        self.note(|| format!("{client}: {request:?}"));
        let mutant = self.mutant;
        let is_readable = self.key_state == KeyState::Complete;
        let tables = self.clients[client].tables;
        let Some(task) = self.task(client) else { return };
        let role = task.job.role();
        let tables = if role == Role::Reader && !is_readable { 1 } else { tables };
        let request = task.altered(mutant, request);
        let messages = Message::of(request.clone(), tables);
        let skipped = task.skipped(mutant, &request);
        task.request = Some(request);
        match skipped {
            None => task.outbox.extend(messages),
            Some(Skipped::Answered(answer)) => self.answer(client, answer),
            Some(Skipped::KeptBack) => {
                task.kept_back = messages;
                self.answer(client, PassAnswer::DONE);
            }
            Some(Skipped::NotAwaited) => {
                self.late.extend(messages.into_iter().map(|message| Late { role, message }));
                self.answer(client, PassAnswer::DONE);
            }
        }
    }

    /// Returns the next message of a client.
    pub(super) fn next_message(&self, client: usize) -> Option<&Message> {
        self.clients[client].task.as_ref().and_then(|task| task.outbox.front())
    }

    /// Sends the next message of a client. After the last message of a request, the client gets the answer.
    pub(super) fn send(&mut self, client: usize, fate: Fate) {
        let moment = self.model.moment();
        let Some(task) = self.task(client) else { return };
        let Some(message) = task.outbox.pop_front() else { return };
        let role = task.job.role();
        task.sent = moment;
        self.note(|| format!("{client} sends {message:?}, which {fate:?}"));
        if matches!(fate, Fate::ArrivesTwice | Fate::IsLate) && message.is_write() {
            self.late.push(Late { role, message: message.clone() });
        }
        let answer = match fate {
            Fate::IsLate | Fate::IsLost => None,
            _ => Some(self.deliver(role, &message, false)),
        };
        let answer = answer.filter(|_| matches!(fate, Fate::Arrives | Fate::ArrivesTwice));
        let Some(task) = self.task(client) else { return };
        task.add_answer(answer);
        if task.outbox.is_empty() {
            let answer = std::mem::replace(&mut task.answer, PassAnswer::DONE);
            self.answer(client, answer);
        }
    }

    /// Gives a client the answer to its last request.
    fn answer(&mut self, client: usize, answer: PassAnswer) {
        let now = self.time + self.clients[client].ahead;
        self.nonces += 1;
        let nonce = if self.is(Mutant::VersionWithoutNonce) { 0 } else { self.nonces };
        let (tables, grace, mutant) = (self.clients[client].tables, self.grace, self.mutant);
        let Some(task) = self.task(client) else { return };
        let answer = task.altered_answer(mutant, answer);
        if matches!(answer, PassAnswer::Machine(Answer::Stored(_))) {
            task.read_at = now;
        }
        let entries = move |row: &[u8], value: &[u8]| read_entries(tables, row, value);
        let seen = task.seen(mutant, &answer);
        let request = task.job.next(answer.clone(), &Env { now, nonce, grace, entries: &entries });
        let found = if let Job::ReadBy(read) = &mut task.job { read.found.take() } else { None };
        self.check_answer(client, &answer);
        if mutant == Some(Mutant::ReaderRepairs)
            && let (None, Some((entry, at, _))) = (&found, &seen)
        {
            self.server.delete_entry(entry, *at);
        }
        let believed = seen.and_then(|(entry, _, value)| Some((entry, value?)));
        let found = if mutant == Some(Mutant::ReaderBelievesEntries) { believed } else { found };
        if let Some(found) = found {
            self.check_found(client, found);
        }
        self.settle(client);
        match request {
            Ok(Some(request)) => self.request(client, request),
            Ok(None) => self.end(client),
            Err(Unreadable) => self.end_unreadable(client),
        }
    }

    /// Ends a write that cannot read its row. It has not changed it.
    fn end_unreadable(&mut self, client: usize) {
        self.note(|| format!("{client} cannot read its row"));
        let now = self.now();
        let call = self.clients[client].task.take().and_then(|task| task.call);
        let ended = call.map_or(Ok(()), |call| self.model.end(&call, Outcome::Never, now));
        self.require(ended);
    }

    fn end(&mut self, client: usize) {
        let task = self.clients[client].task.take();
        if let Some(Job::Build(build)) = task.map(|task| task.job)
            && build.is_over()
        {
            self.key_state = KeyState::Complete;
        }
    }

    /// Ends an operation without a word. Its next message may still arrive.
    pub(super) fn crash(&mut self, client: usize, is_late: bool) {
        self.note(|| format!("{client} crashes"));
        let now = self.now();
        let Some(task) = self.clients[client].task.take() else { return };
        let role = task.job.role();
        let message = task.outbox.front().filter(|message| is_late && message.is_write()).cloned();
        self.late.extend(message.map(|message| Late { role, message }));
        let outcome = if task.job.may_have_written() { Outcome::Unknown } else { Outcome::Never };
        let ended = task.call.map_or(Ok(()), |call| self.model.end(&call, outcome, now));
        self.require(ended);
    }

    pub(super) const fn late(&self) -> usize {
        self.late.len()
    }

    /// Delivers a late message.
    pub(super) fn arrive(&mut self, at: usize) {
        let Late { role, message } = self.late.swap_remove(at);
        self.note(|| format!("{message:?} arrives late"));
        self.deliver(role, &message, true);
    }

    /// Loses a late message.
    pub(super) fn lose(&mut self, at: usize) {
        self.late.swap_remove(at);
    }

    fn deliver(&mut self, role: Role, message: &Message, is_late: bool) -> PassAnswer {
        let answer = match message {
            Message::Read(row) | Message::ReadValue(row) => PassAnswer::Machine(Answer::Stored(self.server.read(row))),
            Message::NextEntry(after, tables) => PassAnswer::Entry(self.server.next_entry(after.as_ref(), *tables)),
            Message::NextRow(after) => PassAnswer::Row(self.server.next_row(after.as_ref())),
            Message::PutEntry(entry, at) => {
                self.server.put_entry(entry.clone(), *at);
                PassAnswer::DONE
            }
            Message::DeleteEntry(entry, up_to) => {
                let up_to = self.altered_delete(role, entry, *up_to);
                self.server.delete_entry(entry, up_to);
                PassAnswer::DONE
            }
            Message::Swap(_) | Message::PutRow(..) | Message::Bury(..) => {
                PassAnswer::Machine(Answer::Swapped(self.deliver_row(role, message)))
            }
            Message::PutValue(..) | Message::DeleteValue(..) => {
                PassAnswer::Machine(Answer::Swapped(self.deliver_plain(message, is_late)))
            }
        };
        if message.is_write() {
            self.expire();
            if self.checks_each_step {
                self.check_rows();
            }
        }
        answer
    }

    /// Delivers a write of the protocol. Returns `true` if the row had the expected version.
    fn deliver_row(&mut self, role: Role, message: &Message) -> bool {
        match message {
            Message::Swap(swap) => self.swap_noted(role, swap),
            Message::PutRow(row, version, value) if self.loads_by_put() => {
                self.server.put_row(row, *version, value);
                true
            }
            Message::PutRow(row, version, value) => {
                let change = Change::Put(value.clone());
                self.swap_noted(role, &Swap { row: row.clone(), expected: None, version: *version, change })
            }
            Message::Bury(row, version) => self.server.bury(row, *version),
            _ => false,
        }
    }

    fn swap_noted(&mut self, role: Role, swap: &Swap) -> bool {
        let is_done = self.swap(role, swap);
        if is_done {
            self.note_hidden(swap);
        }
        is_done
    }

    /// Delivers a plain write. Returns `true` if it had an effect.
    fn deliver_plain(&mut self, message: &Message, is_late: bool) -> bool {
        let (row, written): (_, Value) = match message {
            Message::PutValue(row, value, _) => (row, Some(value.clone())),
            Message::DeleteValue(row, _) => (row, None),
            _ => return false,
        };
        let before = self.value(row);
        match message {
            Message::PutValue(row, value, at) => self.server.put_value(row, value, *at),
            Message::DeleteValue(row, at) => self.server.delete_value(row, *at),
            _ => {}
        }
        let after = self.value(row);
        if is_late && before != after {
            self.model.repeat(row, after.clone());
        }
        after == written
    }

    /// Returns the value of a row.
    pub(super) fn value(&self, row: &[u8]) -> Value {
        self.server.read(row).value.map(|value| value.bytes)
    }
}
