//! The server, its clients, and the messages between them. A schedule decides what happens next.

use std::time::Duration;

use rowkey_store::__moving::{Env, Get, Request as RowRequest, Write};
use rowkey_store::__protocol::Answer as RowAnswer;

use super::client::{Client, Job, Progress, Task, Written};
use super::message::{Answer, Millis, Request, RowEnv, TO_NEW, both_values, moving_row, row_of};
use super::mutants::{Altered, Mutant};
use super::ordered_scan::OrderedScan;
use super::passes::{Pass, Phase};
use super::scans::{Covered, Scan, ScanByRange};
use super::server::{Engine, Server};
use super::steps::{ALL_ROWS, ROW_WITHOUT_OLD_KEY, Row, Step};
use super::transactions::{Tables, Transaction};
use crate::model::{Action, Model, Outcome, Value, Writers, show};

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Arrives,
    /// A copy of it arrives later.
    ArrivesTwice,
    /// It arrives later, and its answer is lost.
    IsLate,
    /// It never arrives, and its answer is lost.
    IsLost,
    /// Its answer is lost.
    LosesAnswer,
}

/// What the operators of the programs know.
#[derive(Default)]
pub(super) struct Known {
    /// Counts the changes of steps.
    pub(super) epoch: u64,
    /// With transactions: the new table equals the old one.
    pub(super) is_copied: bool,
    /// With transactions: the old table equals the new one.
    pub(super) is_copied_back: bool,
    /// Without transactions: all rows are handed over.
    pub(super) is_handed_over: bool,
    /// No message of a program of `OldFirst` is on its way, and none of these programs runs.
    pub(super) has_no_late_messages: bool,
}

pub(super) struct World {
    pub(super) engine: Engine,
    pub(super) server: Server,
    pub(super) tables: Tables,
    pub(super) mutant: Option<Mutant>,
    pub(super) time: Millis,
    pub(super) clients: Vec<Client>,
    pub(super) known: Known,
    pub(super) model: Model,
    late: Vec<Request>,
    nonces: u64,
    is_noted: bool,
    pub(super) events: Vec<String>,
    pub(super) failure: Option<String>,
}

impl World {
    pub(super) fn new(engine: Engine, mutant: Option<Mutant>, is_noted: bool) -> Self {
        Self {
            engine,
            server: Server::new(engine),
            tables: Tables::default(),
            mutant,
            time: 1_000,
            clients: Vec::new(),
            known: Known::default(),
            model: Model::new(Writers::Many),
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

    pub(super) fn has_transactions(&self) -> bool {
        self.engine == Engine::Transactions
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

    fn now(&self) -> Duration {
        Duration::from_millis(self.time.unsigned_abs())
    }

    pub(super) const fn wait(&mut self, millis: Millis) {
        self.time += millis;
    }

    pub(super) fn add_client(&mut self, step: Step, ahead: Millis) -> usize {
        self.clients.push(Client { ahead, step, task: None, written: None, read: None });
        self.clients.len() - 1
    }

    /// Changes the step of a client that runs no operation.
    pub(super) fn set_step(&mut self, client: usize, step: Step) {
        self.note(|| format!("{client} is a program of {step:?} now"));
        self.clients[client].step = step;
        self.known.epoch += 1;
        match step {
            Step::OldOnly if self.has_transactions() => self.known.is_copied = false,
            Step::OldFirst if !self.has_transactions() => {
                (self.known.is_handed_over, self.known.has_no_late_messages) = (false, false);
            }
            Step::NewOnly => self.known.is_copied_back = false,
            _ => {}
        }
    }

    /// Puts a row as it was before the move.
    pub(super) fn put_old(&mut self, row: Row, value: &[u8]) {
        self.note(|| format!("row {row} is {} from before", value.escape_ascii()));
        if self.has_transactions() {
            self.tables.old.insert(row, value.to_vec());
        } else {
            self.server.put_old(row, self.time, value);
        }
        if ALL_ROWS.contains(&row) {
            self.model.repeat(&[row], Some(value.to_vec()));
        }
    }

    fn env(&mut self, client: usize) -> RowEnv {
        self.nonces += 1;
        let nonce = if self.is(Mutant::VersionWithoutNonce) { 0 } else { self.nonces };
        Env { now: self.time + self.clients[client].ahead, nonce, to_new: TO_NEW }
    }

    pub(super) fn get(&mut self, client: usize, row: Row) {
        let step = self.clients[client].step;
        let has_transactions = self.has_transactions();
        let call = || Job::Call(Transaction::Get(step, row));
        let job = if has_transactions { call() } else { Job::Get(row, Get::new(step.of_move(), moving_row(row))) };
        self.begin(client, job, None);
    }

    pub(super) fn write(&mut self, client: usize, row: Row, expected: Option<Value>, value: Value) {
        let step = self.clients[client].step;
        let action = match expected.clone() {
            None => Action::Write(value.clone()),
            Some(expected) => Action::Set { expected, value: value.clone() },
        };
        let job = if self.has_transactions() {
            Some(Job::Call(Transaction::Write { step, row, expected, value }))
        } else {
            Write::new(step.of_move(), moving_row(row), expected, both_values(value)).map(Job::Write)
        };
        match job {
            Some(job) => self.begin(client, job, Some((row, action))),
            None => self.clients[client].written = Some(Written::Refused),
        }
    }

    pub(super) fn scan(&mut self, client: usize) {
        let step = self.clients[client].step;
        let job = match self.has_transactions() {
            true => Job::Scan(Scan::new(step)),
            false => Job::OrderedScan(OrderedScan::new(step, self.mutant)),
        };
        self.begin(client, job, None);
    }

    /// Begins a scan that needs no order. With transactions, each table has all rows, so a scan needs only one.
    pub(super) fn scan_by_range(&mut self, client: usize) {
        let scan = ScanByRange::new(self.clients[client].step, self.mutant);
        self.begin(client, Job::ScanByRange(scan), None);
    }

    pub(super) fn pass(&mut self, client: usize, phase: Phase) {
        let pass = Pass::new(phase, self.clients[client].step, self.has_transactions(), self.mutant);
        self.begin(client, Job::Pass(pass), None);
    }

    fn begin(&mut self, client: usize, mut job: Job, change: Option<(Row, Action)>) {
        let call = change.map(|(row, action)| self.model.begin(&[row], action));
        let request = job.begin();
        self.note(|| format!("{client} begins {request:?}"));
        let (since, epoch) = (self.model.moment(), self.known.epoch);
        let task = Task {
            job,
            call,
            request: None,
            asked: None,
            detour: None,
            kept: None,
            old: None,
            since,
            begun: since,
            epoch,
            has_no_late_messages: self.known.has_no_late_messages,
        };
        self.clients[client].task = Some(task);
        if let Some(request) = request {
            self.ask(client, request);
        }
    }

    /// Prepares the message of a request.
    fn ask(&mut self, client: usize, request: Request) {
        let (mutant, env) = (self.mutant, self.env(client));
        let Some(task) = self.clients[client].task.as_mut() else { return };
        task.asked = Some(request.clone());
        match task.altered(mutant, request, &env) {
            Altered::Sent(request) => task.request = Some(request),
            Altered::Answered(answer) => self.answer(client, answer),
        }
    }

    pub(super) fn is_idle(&self, client: usize) -> bool {
        self.clients[client].task.is_none()
    }

    pub(super) fn next_request(&self, client: usize) -> Option<&Request> {
        self.clients[client].task.as_ref().and_then(|task| task.request.as_ref())
    }

    /// Sends the request of a client.
    pub(super) fn send(&mut self, client: usize, fate: Fate) {
        let moment = self.model.moment();
        let Some(task) = self.clients[client].task.as_mut() else { return };
        let Some(request) = task.request.take() else { return };
        let begins_page = match &request {
            Request::Transact(Transaction::Page(..)) => true,
            Request::NextIn(..) => match &task.job {
                Job::OrderedScan(scan) => scan.begins_window(),
                _ => true,
            },
            _ => false,
        };
        if begins_page {
            task.since = moment;
        }
        self.note(|| format!("{client} sends {request:?}, which {fate:?}"));
        if matches!(fate, Fate::ArrivesTwice | Fate::IsLate) && request.is_write() {
            self.late.push(request.clone());
        }
        let answer = match fate {
            Fate::IsLate | Fate::IsLost => None,
            _ => Some(self.deliver(&request)),
        };
        let answer = answer.filter(|_| fate != Fate::LosesAnswer).unwrap_or(Answer::LOST);
        self.answer(client, answer);
    }

    fn answer(&mut self, client: usize, answer: Answer) {
        let (mutant, env, step) = (self.mutant, self.env(client), self.clients[client].step);
        self.note(|| format!("{client} gets {answer:?}"));
        let Some(task) = self.clients[client].task.as_mut() else { return };
        let answer = match task.after_detour(answer) {
            Altered::Sent(request) => {
                task.request = Some(request);
                return;
            }
            Altered::Answered(answer) => task.altered_answer(mutant, step, answer),
        };
        let since = task.since;
        let Progress { request, read, covered, written } = task.job.next(answer, &env);
        if let Some((row, value)) = read {
            self.check_read(row, since, &value);
            self.clients[client].read = Some((row, value));
        }
        if let Some(covered) = covered {
            self.check_covered(since, &covered);
        }
        if let Some(written) = written {
            self.settle(client, written);
        }
        match request {
            Some(request) => self.ask(client, request),
            None => self.end(client),
        }
    }

    /// Checks a value that was read since a moment.
    fn check_read(&mut self, row: Row, since: u64, value: &Value) {
        self.note(|| format!("row {row} is {}", show(value)));
        let to = self.model.moment();
        let checked = self.model.check(&[row], since, to, value);
        self.require(checked);
    }

    /// Checks the rows that a scan has read, and those that it has not found.
    fn check_covered(&mut self, since: u64, covered: &Covered) {
        let Covered { after, last, found } = covered;
        if !found.is_sorted_by(|a, b| a.0 < b.0) {
            self.fail(format!("a scan returns a row twice: {found:?}"));
        }
        for row in ALL_ROWS {
            if after.is_none_or(|after| row > after) && last.is_none_or(|last| row <= last) {
                let value = found.iter().find(|(found, _)| *found == row).map(|(_, value)| value.clone());
                self.check_read(row, since, &value);
            }
        }
    }

    /// Reports the outcome of a write to the model.
    fn settle(&mut self, client: usize, written: Written) {
        self.note(|| format!("{client}: {written:?}"));
        let (to, now) = (self.model.moment(), self.now());
        self.clients[client].written = Some(written);
        let Some(call) = self.clients[client].task.as_mut().and_then(|task| task.call.take()) else { return };
        let ended = match written {
            Written::Done => self.model.end(&call, Outcome::Done(to), now),
            Written::Unknown => self.model.end(&call, Outcome::Unknown, now),
            Written::Refused => self.model.end(&call, Outcome::Never, now),
            Written::Differs => {
                self.model.end_otherwise(&call, now);
                Ok(())
            }
        };
        self.require(ended);
    }

    fn end(&mut self, client: usize) {
        let Some(task) = self.clients[client].task.take() else { return };
        match &task.job {
            Job::ScanByRange(scan) => self.check_seen(task.begun, &scan.seen),
            Job::OrderedScan(scan) => {
                if !scan.seen.is_sorted_by(|a, b| a < b) {
                    self.fail(format!("a scan in order returns the rows {:?}", scan.seen));
                }
                self.check_seen(task.begun, &scan.seen);
            }
            Job::Pass(pass) => self.end_pass(pass, &task),
            _ => {}
        }
    }

    /// Checks that a scan has found each row that existed all the time.
    fn check_seen(&mut self, begun: u64, seen: &[Row]) {
        let to = self.model.moment();
        for row in ALL_ROWS {
            let always_exists = self.model.candidates(&[row], begun, to).iter().all(|value| value.is_some());
            if always_exists && !seen.contains(&row) {
                self.fail(format!("a scan does not return row {row}, which existed all the time"));
            }
        }
    }

    /// Records what the end of a pass tells the operators.
    fn end_pass(&mut self, pass: &Pass, task: &Task) {
        if !pass.is_over() || (task.epoch != self.known.epoch && !self.is(Mutant::PassBesideOldOnly)) {
            return;
        }
        let is_all = |step| self.clients.iter().all(|client| client.step == step);
        match (pass.phase, pass.step()) {
            (Phase::Copy, Step::OldFirst) if is_all(Step::OldFirst) => self.known.is_copied = true,
            (Phase::Copy, Step::NewFirst) if is_all(Step::NewFirst) => {
                // A row without an old key cannot be copied back.
                self.known.is_copied_back = !self.tables.new.contains_key(&ROW_WITHOUT_OLD_KEY);
            }
            (Phase::Mark, Step::NewFirst) if task.has_no_late_messages && is_all(Step::NewFirst) => {
                self.known.is_handed_over = true;
            }
            _ => {}
        }
    }

    /// Ends an operation without a word. Its next message may still arrive.
    pub(super) fn crash(&mut self, client: usize, is_late: bool) {
        let Some(task) = self.clients[client].task.take() else { return };
        self.note(|| format!("{client} crashes"));
        self.late.extend(task.request.filter(|request| is_late && request.is_write()));
        let now = self.now();
        let ended = task.call.map_or(Ok(()), |call| self.model.end(&call, Outcome::Unknown, now));
        self.require(ended);
    }

    pub(super) const fn late(&self) -> usize {
        self.late.len()
    }

    /// Delivers a late message.
    pub(super) fn arrive(&mut self, at: usize) {
        let request = self.late.swap_remove(at);
        self.note(|| format!("{request:?} arrives late"));
        self.deliver(&request);
    }

    /// Loses a late message.
    pub(super) fn lose(&mut self, at: usize) {
        self.late.swap_remove(at);
    }

    fn deliver(&mut self, request: &Request) -> Answer {
        match request {
            Request::Row(request) => Answer::Row(self.deliver_row(request)),
            Request::Next(after) if self.has_transactions() => Answer::Next(self.tables.next_row(*after)),
            Request::Next(after) => Answer::Next(self.server.next_row(*after)),
            Request::NextIn(place, after) => Answer::Next(self.server.next_in(*place, *after)),
            Request::Transact(transaction) => Answer::Outcome(self.tables.run(transaction, self.mutant)),
        }
    }

    fn deliver_row(&mut self, request: &RowRequest) -> RowAnswer {
        match request {
            RowRequest::Read(place, key) => RowAnswer::Stored(self.server.read(*place, row_of(key))),
            RowRequest::Swap { place, row, expected, version, change } => {
                let row = row_of(row);
                let is_done = self.has_no_condition(*version) || self.server.read(*place, row).version == *expected;
                if is_done {
                    self.server.set(*place, row, *version, change);
                    self.forget_tombstone(*place, row, *version);
                }
                RowAnswer::Swapped(is_done)
            }
            RowRequest::PutCopy(row, version, value) => {
                self.server.put_copy(row_of(row), *version, value);
                RowAnswer::Done
            }
            RowRequest::Bury(row, version) => RowAnswer::Swapped(self.server.bury(row_of(row), *version)),
        }
    }

    /// Returns the old rows that are left, as `count_old` does.
    pub(super) fn old_rows(&self) -> Vec<Row> {
        if self.has_transactions() { self.tables.old.keys().copied().collect() } else { self.server.old_rows() }
    }
}
