//! A thread of a history, with calls that a seed determines, and checks of each call.

use fastrand::Rng;
use rowkey::RowKey;
use rowkey_core::KeyRange;
use rowkey_store::{Batch, Change, CompareAndSet, Reader, Store};
use simulation::draws::clock_change;
use simulation::model::{Action, Begun, Model, Outcome, Value, show};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::history::Limits;
use super::machine::Machine;
use super::network::Network;
use super::rekeys::MovedRows;
use crate::{HBaseError, HBaseStore};

/// The keys of the table that all threads use.
#[derive(RowKey, Debug, Clone, Copy)]
pub(super) struct Key {
    #[salt(buckets = 4)]
    pub(super) id: u16,
}

/// An exclusive limit on the bytes of a value.
pub(super) const WIDEST: usize = 30_000;

/// The maximum number of rows.
pub(super) const ROWS: usize = 48;

/// Returns the key of a row, by its number.
pub(super) fn key(row: usize) -> Vec<u8> {
    bytes(Key { id: row as u16 * 1_361 })
}

pub(super) fn bytes(key: Key) -> Vec<u8> {
    key.encode().expect("a key").to_vec()
}

/// A thread that calls the client, and writes its own rows.
pub(super) struct Caller {
    pub(super) machine: Arc<Machine>,
    pub(super) network: Arc<Network>,
    pub(super) store: HBaseStore,
    pub(super) model: Arc<Mutex<Model>>,
    pub(super) rng: Rng,
    /// The number of this thread, and the number of callers.
    pub(super) number: usize,
    pub(super) callers: usize,
    pub(super) values: usize,
    pub(super) has_wide_values: bool,
    pub(super) limits: Limits,
    pub(super) expects: Expects,
    pub(super) moved_rows: Arc<Mutex<MovedRows>>,
}

/// The kinds of errors that the faults of a history explain.
#[derive(Clone, Copy, Default)]
pub(super) struct Expects {
    pub(super) unreachable: bool,
    pub(super) lost: bool,
    pub(super) late: bool,
    pub(super) refused: bool,
    pub(super) garbage: bool,
}

impl Caller {
    pub(super) fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws a row that this thread writes.
    fn own_key(&mut self) -> Vec<u8> {
        let most = ROWS / self.callers;
        key(self.rng.usize(..most) * self.callers + self.number)
    }

    fn value(&mut self) -> Vec<u8> {
        self.values += 1;
        let mut value = format!("{}.{}.", self.number, self.values).into_bytes();
        match self.rng.u8(..12) {
            // Bytes that look like the stub of a wide value.
            0 => value = self.rng.u32(..1 << 16).to_be_bytes().to_vec(),
            1 => value = Vec::new(),
            2 if self.has_wide_values => value.resize(self.rng.usize(1_000..WIDEST), b'w'),
            _ => value.resize(value.len() + self.rng.usize(..60), b'x'),
        }
        value
    }

    /// Writes the first rows, before there are faults.
    pub(super) fn fill(&mut self) {
        let mut batch = Batch::new();
        let mut begun = Vec::new();
        for row in (self.number..ROWS).step_by(self.callers) {
            if self.rng.u8(..3) > 0 {
                let value = self.value();
                begun.push(self.model().begin(&key(row), Action::Write(Some(value.clone()))));
                batch.put(key(row), value);
            }
        }
        self.store.write(&batch).expect("a write without faults");
        self.end_all(&begun, None);
    }

    /// Ends calls on rows with this outcome, or as done.
    fn end_all(&self, begun: &[Begun], outcome: Option<Outcome>) {
        let mut model = self.model();
        let (now, elapsed) = (model.moment(), self.machine.elapsed());
        let outcome = outcome.unwrap_or(Outcome::Done(now));
        self.machine.check(begun.iter().try_for_each(|begun| model.end(begun, outcome, elapsed)));
    }

    pub(super) fn calls(&mut self) {
        for _ in 0..self.rng.usize(4..24) {
            if self.machine.has_failed() {
                return;
            }
            match self.rng.u8(..36) {
                0..6 => self.write(1),
                6..9 => self.write(12),
                9..13 => self.get(),
                13..15 => self.get_all(),
                15..21 => self.scan(),
                21..24 => self.merge(),
                24 => self.count(),
                25..28 => self.compare_and_set(),
                28 => self.tables(),
                29 => self.set_clock(),
                30..34 => self.use_moved(),
                _ => {
                    let wait = Duration::from_millis(1 << self.rng.u32(..18));
                    self.machine.sleep(wait);
                }
            }
        }
    }

    /// Makes a call, and checks its deadline.
    pub(super) fn timed<T>(&self, call: &str, most: Duration, make: impl FnOnce() -> T) -> T {
        self.machine.note(|| format!("{}: {call}", self.number));
        let start = self.machine.elapsed();
        let done = make();
        let took = self.machine.elapsed() - start;
        self.check_memory(call);
        if took > most {
            self.machine.fail(&format!("{call} took {took:?}, and {most:?} is allowed"));
        }
        done
    }

    /// Fails the history if no fault explains an error of a call on rows.
    pub(super) fn judge(&self, call: &str, error: &impl Debug) {
        let error = format!("{error:?}");
        self.machine.note(|| format!("{}: {call} fails: {error}", self.number));
        let expects = self.expects;
        let kinds = [
            ("Unreachable {", expects.unreachable || error.contains("connections are in use")),
            ("Connection {", expects.lost),
            ("Timeout {", expects.late),
            ("Server {", expects.refused),
            ("Protocol {", expects.garbage),
            // The clock was set back by more than an hour since the cell was written.
            ("CellInFuture {", true),
        ];
        let mut found = kinds.iter().filter(|(kind, _)| error.contains(kind)).peekable();
        if found.peek().is_none() || found.any(|(_, has_reason)| !has_reason) {
            self.machine.fail(&format!("{call} fails without a reason: {error}"));
        }
    }

    /// Checks that the pages of all scans stay within their memory limit. It does not count the minimum that each scan
    /// may request, and wider rows.
    fn check_memory(&self, call: &str) {
        const LEAST: usize = 8 << 10;
        let hbase = self.store.hbase();
        let (bytes, scans) = hbase.budget().held();
        let row = if self.has_wide_values { WIDEST } else { 0 };
        if bytes > hbase.options().scan_bytes + scans * 2 * (LEAST + row) {
            self.machine.fail(&format!("{call}: {scans} scans hold {bytes} bytes"));
        }
    }

    fn write(&mut self, most: usize) {
        let (mut batch, mut begun) = (Batch::new(), Vec::new());
        let (mut puts, mut deletes) = (0, 0);
        for _ in 0..self.rng.usize(1..=most) {
            let key = self.own_key();
            if begun.iter().any(|(begun, _)| *begun == key) {
                continue;
            }
            let value = if self.rng.u8(..4) > 0 { Some(self.value()) } else { None };
            begun.push(self.model().begin(&key, Action::Write(value.clone())));
            match value {
                Some(value) => {
                    puts += 1;
                    batch.put(key, value);
                }
                None => {
                    deletes += 1;
                    batch.delete(key);
                }
            }
        }
        let rows = self.store.hbase().options().batch_rows;
        let parts = usize::div_ceil(puts, rows) + usize::div_ceil(deletes, rows);
        let call = format!("write {puts} puts, {deletes} deletes: {begun:?}");
        let done = self.timed(&call, self.limits.call * parts as u32, || self.store.write(&batch));
        if let Err(error) = &done {
            self.judge(&call, error);
        }
        self.end_all(&begun, done.err().map(|error| outcome(&error, parts)));
    }

    fn get(&mut self) {
        let key = key(self.rng.usize(..ROWS));
        let from = self.model().moment();
        let found = self.timed(&format!("get {key:?}"), self.limits.call, || self.store.reader()?.get(&key));
        self.machine.note(|| format!("{}: get {key:?} gives {}", self.number, shown(&found)));
        match found {
            Ok(found) => self.check(&key, from, &found),
            Err(error) => self.judge("get", &error),
        }
    }

    fn get_all(&mut self) {
        let keys: Vec<_> = (0..self.rng.usize(1..20)).map(|_| key(self.rng.usize(..ROWS))).collect();
        let from = self.model().moment();
        let most = self.limits.call * (keys.len() as u32 + 2);
        let found = self.timed(&format!("get all {keys:?}"), most, || self.store.get_all(&keys));
        if let Err(error) = &found {
            self.judge("get all", error);
        }
        for (key, found) in keys.iter().zip(found.into_iter().flatten()) {
            self.check(key, from, &found);
        }
    }

    pub(super) fn check(&self, key: &[u8], from: u64, found: &Value) {
        let mut model = self.model();
        let to = model.moment();
        self.machine.check(model.check(key, from, to, found));
    }

    fn compare_and_set(&mut self) {
        let key = self.own_key();
        let now = self.model().moment();
        let candidates: Vec<_> = self.model().candidates(&key, now, now).into_iter().cloned().collect();
        let expected = candidates[self.rng.usize(..candidates.len())].clone();
        // HBase does not distinguish an empty value from a missing one.
        if expected.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        let value = if self.rng.u8(..4) > 0 { Some(self.value()) } else { None };
        if expected.is_none() && value.is_none() {
            return;
        }
        let from = self.model().moment();
        // If no value is expected, HBase also replaces an empty value.
        let action = match &expected {
            Some(_) => Action::Set { expected: expected.clone(), value: value.clone() },
            None => Action::Write(value.clone()),
        };
        let begun = self.model().begin(&key, action);
        let change = value.as_deref().map_or(Change::Delete, Change::Put);
        let call = format!("compare and set {key:?} from {} to {}", show(&expected), show(&value));
        let done = self.timed(&call, self.limits.call + self.limits.once, || {
            self.store.compare_and_set(&key, expected.as_deref(), change)
        });
        if let Err(error) = &done {
            self.judge(&call, error);
        }
        let outcome = match &done {
            Ok(true) => None,
            Ok(false) => Some(Outcome::Never),
            Err(error) => Some(outcome(error, 1)),
        };
        match (&done, &expected) {
            (Ok(false), Some(_)) => self.model().end_otherwise(&begun, self.machine.elapsed()),
            _ => self.end_all(&[begun], outcome),
        }
        let Ok(is_set) = done else { return };
        let mut model = self.model();
        let to = model.moment();
        let candidates = model.candidates(&key, from, to);
        let is_other = |it: &&Value| *it != &expected || it.as_ref().is_none_or(Vec::is_empty);
        let holds =
            if is_set { candidates.contains(&&expected) } else { candidates.into_iter().any(|it| is_other(&it)) };
        if !holds {
            self.machine.fail(&format!("{call} gives another answer than the row"));
        }
    }

    /// Sets the clock of this machine forward or back, by up to a day.
    fn set_clock(&mut self) {
        self.machine.set_ahead(clock_change(&mut self.rng));
    }

    fn count(&mut self) {
        let from = self.model().moment();
        let counted = self.timed("count", self.limits.page * ROWS as u32, || self.store.count(KeyRange::all()));
        let counted = match counted {
            Ok(counted) => counted,
            Err(error) => return self.judge("count", &error),
        };
        let mut model = self.model();
        let to = model.moment();
        self.machine.check(model.check_count(&KeyRange::all(), from, to, counted));
    }

    /// Creates or changes this thread's own table.
    fn tables(&mut self) {
        let name = format!("own{}", self.number);
        let hbase = self.store.hbase().clone();
        let (had, makes) = (self.network.gateway.has_table(&name), self.network.gateway.makes(&name));
        let limit = self.limits.admin;
        let (call, done) = match self.rng.u8(..4) {
            0 | 1 => {
                let make = || hbase.create_split_table(name.as_str(), &["f"], &[[2_u8]]);
                ("make a table", self.timed("make a table", limit, make))
            }
            2 => ("disable a table", self.timed("disable a table", limit, || hbase.disable_table(&name))),
            _ => ("delete a table", self.timed("delete a table", limit, || hbase.delete_table(&name))),
        };
        self.machine.note(|| format!("{}: {call} gives {done:?}", self.number));
        let (has, made) = (self.network.gateway.has_table(&name), self.network.gateway.makes(&name) - makes);
        let holds = match (call, &done) {
            ("make a table", Ok(())) => has,
            ("make a table", Err(HBaseError::Unreachable { .. })) => made == 0 || had,
            ("delete a table", Ok(())) => !has,
            _ => true,
        };
        // A request of an earlier call may arrive late, in addition to this call's request.
        if !holds || made > 2 {
            self.machine
                .fail(&format!("{call}: {done:?}, but the table is there: {had} before, {has} after, {made} made"));
        }
    }
}

/// Returns the outcome of writes that failed, for the model. They were sent in `parts` parts.
fn outcome(error: &HBaseError, parts: usize) -> Outcome {
    match error {
        HBaseError::OutcomeUnknown { .. } => Outcome::Unknown,
        _ if parts > 1 => Outcome::Unknown,
        _ => Outcome::Never,
    }
}

fn shown(found: &Result<Value, HBaseError>) -> String {
    match found {
        Ok(value) => show(value),
        Err(error) => format!("{error:?}"),
    }
}

rowkey::laws!(Key);
