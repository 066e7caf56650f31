//! A task of a history, with calls that a seed determines, and checks of each call.

use fastrand::Rng;
use rowkey::{RowKey, one_of};
use rowkey_store::{AsyncTable, Batch, TableError};
use simulation::draws::clock_change;
use simulation::model::{Action, Begun, Model, Outcome, Value};
use std::collections::BTreeSet;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;
use tokio::time::{sleep, timeout};

use super::deadlines::{Expects, Span, is_passing};
use super::machine::Machine;
use super::network::Network;
use super::tables::FAMILY;
use crate::{BigtableError, BigtableStore, Cell, ChunkError};

/// The keys of the table that all tasks use.
#[derive(RowKey, Debug, Clone, Copy)]
pub(super) struct Key {
    #[salt(buckets = 4)]
    pub(super) group: u8,
    pub(super) id: u8,
}

/// The number of rows of a group, each with its own id.
const IDS: usize = 8;

/// An exclusive limit on the bytes of a value.
pub(super) const WIDEST: usize = 30_000;

/// The maximum number of rows.
pub(super) const ROWS: usize = 48;

/// All tasks compare and set each row whose number is a multiple of this. Each other row is written by one task.
pub(super) const SHARED: usize = 6;

/// Returns the key of a row, by its number.
pub(super) fn key(row: usize) -> Vec<u8> {
    bytes(Key { group: (row / IDS) as u8 * 37, id: (row % IDS) as u8 })
}

/// The second column that some rows have.
const OTHER: &[u8] = b"w";

/// Returns the outcome of writes that failed: of a single one, or of several in parts.
fn outcome_of(error: &BigtableError, is_one: bool) -> Outcome {
    match error {
        BigtableError::OutcomeUnknown { .. } => Outcome::Unknown,
        _ if is_one => Outcome::Never,
        _ => Outcome::Unknown,
    }
}

/// Returns the error of the store.
pub(super) fn store_error(error: TableError<BigtableError>) -> BigtableError {
    match error {
        TableError::Store(error) => error,
        error => panic!("a row that cannot be read: {error}"),
    }
}

pub(super) fn bytes(key: Key) -> Vec<u8> {
    key.encode().expect("a key").to_vec()
}

/// A task that calls the client, and writes its own rows.
pub(super) struct Caller {
    pub(super) machine: Arc<Machine>,
    pub(super) network: Arc<Network>,
    pub(super) store: BigtableStore,
    pub(super) rng: Rng,
    /// The number of this task, and the number of callers.
    pub(super) number: usize,
    pub(super) callers: usize,
    pub(super) values: usize,
    /// The rows whose next timestamp may be below that of another writer.
    pub(super) abandoned: BTreeSet<Vec<u8>>,
    /// The moved rows that were put and not deleted since.
    pub(super) kept: BTreeSet<u8>,
    pub(super) has_wide_values: bool,
    pub(super) timeout: Duration,
    pub(super) expects: Expects,
}

impl Caller {
    pub(super) fn model(&self) -> MutexGuard<'_, Model> {
        self.network.service.model()
    }

    /// Returns the rows that only this task writes.
    fn own_keys(&self) -> impl Iterator<Item = Vec<u8>> {
        let is_own = |row: &usize| !row.is_multiple_of(SHARED) && row % self.callers == self.number;
        (0..ROWS).filter(is_own).map(key).filter(|key| !self.abandoned.contains(key))
    }

    /// Draws one of them.
    pub(super) fn own_key(&mut self) -> Vec<u8> {
        let mut own: Vec<_> = self.own_keys().collect();
        own.swap_remove(self.rng.usize(..own.len()))
    }

    pub(super) fn value(&mut self) -> Vec<u8> {
        self.values += 1;
        let mut value = format!("{}.{}.", self.number, self.values).into_bytes();
        match self.rng.u8(..12) {
            0 => value = Vec::new(),
            1 if self.has_wide_values => value.resize(self.rng.usize(1_000..WIDEST), b'w'),
            // Bytes that a filter must quote.
            2 => value.extend((0..=255).filter(|_| self.rng.bool())),
            _ => value.resize(value.len() + self.rng.usize(..60), b'x'),
        }
        value
    }

    /// Writes the first rows, before there are faults.
    pub(super) async fn fill(&mut self) {
        let (mut batch, mut begun) = (Batch::new(), Vec::new());
        for row in (self.number..ROWS).step_by(self.callers) {
            if self.rng.u8(..3) > 0 {
                let value = self.value();
                begun.push(self.model().begin(&key(row), Action::Write(Some(value.clone()))));
                batch.put(key(row), value);
            }
        }
        self.store.write(&batch).await.expect("a write without faults");
        self.end_all(&begun, |_| None);
    }

    pub(super) async fn calls(&mut self) {
        for _ in 0..self.rng.usize(4..24) {
            if self.machine.has_failed() {
                return;
            }
            match self.rng.u8(..40) {
                0..6 => self.write(1).await,
                6..9 => self.write(12).await,
                9..12 => self.get().await,
                12..18 => self.scan().await,
                18..20 => self.merge().await,
                20 => self.pages().await,
                21 => self.count().await,
                22..26 => self.compare_and_set().await,
                26..28 => self.move_row().await,
                28 => self.tables().await,
                29 => self.set_clock(),
                30 => self.write_from_elsewhere().await,
                31 => self.put_cells().await,
                32 => self.delete_all().await,
                33..37 => self.moved_rows().await,
                37 => self.scan_many().await,
                38 if self.expects.has_stalls() => self.network.forget_connections(),
                _ => sleep(Duration::from_millis(1 << self.rng.u32(..18))).await,
            }
        }
    }

    /// Awaits a call, and checks its deadline and its error.
    pub(super) async fn timed<T>(
        &self,
        call: &str,
        span: Span,
        future: impl Future<Output = Result<T, BigtableError>>,
    ) -> Result<T, BigtableError> {
        self.machine.note(|| format!("{}: {call}", self.number));
        let (start, reports) = (self.machine.elapsed(), self.network.service.reports());
        let done = future.await;
        let took = self.machine.elapsed() - start;
        let most = span.most + span.per_report * (self.network.service.reports() - reports);
        if took > most {
            self.machine.fail(&format!("{call} took {took:?}, and {most:?} is allowed"));
        }
        if let Err(error) = &done {
            self.judge(call, error);
            if is_passing(error) && took < span.least {
                self.machine.fail(&format!("{call} gives up after {took:?}: {error:?}"));
            }
        }
        done
    }

    /// Fails the history if no fault explains an error.
    fn judge(&self, call: &str, error: &BigtableError) {
        self.machine.note(|| format!("{}: {call} fails: {error:?}", self.number));
        if !self.expects.explain(error) && !self.is_too_wide(error) {
            self.machine.fail(&format!("{call} fails, and no fault explains it: {error:?}"));
        }
    }

    /// Returns `true` if a row was wider than the client accepts.
    pub(super) fn is_too_wide(&self, error: &BigtableError) -> bool {
        let BigtableError::Malformed { source, .. } = error else { return false };
        let service = &self.network.service;
        match source.downcast_ref() {
            Some(ChunkError::RowTooLong { row, most }) => {
                *most == service.max_row && service.has_wide_row(Some(row.as_slice()))
            }
            Some(_) => false,
            None => service.has_wide_row(None) && service.widest() > service.max_row,
        }
    }

    /// Ends calls on rows with the outcome of each, or as done.
    pub(super) fn end_all(&self, begun: &[Begun], outcome: impl Fn(&[u8]) -> Option<Outcome>) {
        let mut model = self.model();
        let (now, elapsed) = (model.moment(), self.machine.elapsed());
        let end = |begun: &Begun| {
            let outcome = outcome(&begun.0).unwrap_or(Outcome::Done(now));
            model.end(begun, outcome, elapsed)
        };
        self.machine.check(begun.iter().try_for_each(end));
    }

    async fn write(&mut self, most: usize) {
        let (mut batch, mut begun) = (Batch::new(), Vec::<Begun>::new());
        let mut puts = 0;
        for _ in 0..self.rng.usize(1..=most) {
            let key = self.own_key();
            if begun.iter().any(|(begun, _)| *begun == key) {
                continue;
            }
            let value = if self.rng.u8(..4) > 0 { Some(self.value()) } else { None };
            begun.push(self.model().begin(&key, Action::Write(value.clone())));
            puts += usize::from(value.is_some());
            match value {
                Some(value) => batch.put(key, value),
                None => batch.delete(key),
            };
        }
        // A part may have a single row.
        let (deletes, parallel) = (begun.len() - puts, self.store.bigtable().config().parallel);
        let rounds = puts.div_ceil(parallel) + deletes.div_ceil(parallel);
        let span = if begun.len() == 1 { Span::repeated(self.timeout) } else { Span::several(self.timeout, rounds) };
        let call = format!("write {puts} puts, {deletes} deletes: {begun:?}");
        let is_one = begun.len() == 1;
        let patience = self.patience();
        let write = timeout(patience, self.timed(&call, span, self.store.write(&batch))).await;
        let Ok(done) = write else { return self.give_up(&call, &begun) };
        self.end_all(&begun, |key| match &done {
            Ok(()) => None,
            Err(BigtableError::Rows { rows, .. }) if rows.iter().any(|row| row.key == key) => Some(Outcome::Never),
            Err(error) => Some(outcome_of(error, is_one)),
        });
    }

    /// Writes two cells of a row in one step: the value in the column of the table, and the same value in another
    /// column.
    async fn put_cells(&mut self) {
        let (key, value) = (self.own_key(), self.value());
        let begun = [self.model().begin(&key, Action::Write(Some(value.clone())))];
        let cell = |qualifier: &[u8]| Cell {
            family: FAMILY.into(),
            qualifier: qualifier.into(),
            value: value.clone(),
            ..Cell::default()
        };
        let (call, patience) = (format!("put cells of {key:?}"), self.patience());
        let put = self.store.put_cells(&key, [cell(b"v"), cell(OTHER)]);
        let put = timeout(patience, self.timed(&call, Span::repeated(self.timeout), put)).await;
        let Ok(done) = put else { return self.give_up(&call, &begun) };
        self.end_all(&begun, |_| done.as_ref().err().map(|error| outcome_of(error, true)));
    }

    /// Deletes some rows of a group with a plan.
    async fn delete_all(&mut self) {
        let row = self.own_key();
        let group = row[1];
        let ids: Vec<_> = self.own_keys().filter(|key| key[1] == group).map(|key| key[2]).collect();
        let ids: Vec<u8> = ids.into_iter().filter(|id| *id == row[2] || self.rng.bool()).collect();
        let keys: Vec<_> = ids.iter().map(|&id| bytes(Key { group, id })).collect();
        let begun: Vec<_> = keys.iter().map(|key| self.model().begin(key, Action::Write(None))).collect();
        let plan = Key::scan().group(group).id(one_of(ids)).plan().expect("a plan");
        let (call, patience) = (format!("delete all of {keys:?}"), self.patience());
        let table = AsyncTable::<Key, _>::new(self.store.clone());
        let delete = async { table.delete_all(&plan).await.map_err(store_error) };
        // The wait for a row may take as long as a call, and a part may have a single delete.
        let span = Span::several(self.timeout, 2 * keys.len() + 1);
        let deleted = timeout(patience, self.timed(&call, span, delete)).await;
        let Ok(done) = deleted else { return self.give_up(&call, &begun) };
        if let Ok(rows) = done
            && rows > keys.len() as u64
        {
            self.machine.fail(&format!("{call} finds {rows} rows"));
        }
        self.end_all(&begun, |_| done.as_ref().err().map(|_| Outcome::Unknown));
    }

    /// Draws the time after which the caller drops a call. In most cases, it never does.
    pub(super) fn patience(&mut self) -> Duration {
        if self.rng.u8(..12) == 0 { Duration::from_millis(1 << self.rng.u32(..16)) } else { Duration::MAX }
    }

    /// Records that the caller has dropped a call.
    pub(super) fn give_up(&self, call: &str, begun: &[Begun]) {
        self.machine.note(|| format!("{}: {call} is dropped", self.number));
        self.end_all(begun, |_| Some(Outcome::Unknown));
    }

    pub(super) async fn get(&mut self) {
        let key = key(self.rng.usize(..ROWS));
        let from = self.model().moment();
        let (name, span) = (format!("get {key:?}"), Span::repeated(self.timeout));
        match self.rng.u8(..4) {
            0 => {
                let Ok(found) = self.timed(&name, span, self.store.contains(&key)).await else { return };
                let mut model = self.model();
                let to = model.moment();
                let candidates = model.candidates(&key, from, to);
                if !candidates.iter().any(|value| value.is_some() == found) {
                    self.machine.fail(&format!("{name} gives {found}, expected one of {candidates:?}"));
                }
            }
            1 => {
                let Ok(cells) = self.timed(&name, span, self.store.get_cells(&key)).await else { return };
                let newest = |qualifier: &[u8]| cells.iter().find(|cell| cell.qualifier == qualifier);
                if let (Some(cell), Some(other)) = (newest(b"v"), newest(OTHER))
                    && cell.timestamp_micros == other.timestamp_micros
                    && cell.value != other.value
                {
                    self.machine.fail(&format!("{name} gives a half of a write: {cells:?}"));
                }
                self.check(&key, from, &newest(b"v").map(|cell| cell.value.clone()));
            }
            _ => {
                let Ok(found) = self.timed(&name, span, self.store.get(&key)).await else { return };
                self.check(&key, from, &found);
            }
        }
    }

    pub(super) fn check(&self, key: &[u8], from: u64, found: &Value) {
        if let Some(value) = found.as_ref().filter(|value| key.len() + value.len() > self.network.service.max_row) {
            self.machine.fail(&format!("a row of {} bytes is read", key.len() + value.len()));
        }
        let mut model = self.model();
        let to = model.moment();
        self.machine.check(model.check(key, from, to, found));
    }

    /// Sets the clock of this machine forward or back, by up to a day.
    fn set_clock(&mut self) {
        self.machine.set_ahead(clock_change(&mut self.rng));
    }

    /// Another process, whose clock is ahead or behind, writes a row. Once this process has read it, its writes get
    /// higher timestamps.
    async fn write_from_elsewhere(&mut self) {
        let (key, value) = (self.own_key(), self.value());
        let service = &self.network.service;
        if service.has_late(&key) || !self.model().is_known(&key) {
            return;
        }
        let (ahead, begun) =
            (self.rng.i64(-3_000_000..3_000_000), self.model().begin(&key, Action::Write(Some(value.clone()))));
        let at = self.machine.time_of_day() + ahead;
        let is_newest = service.put(super::history::TABLE, &key, value, at);
        self.machine.note(|| format!("{}: another process writes {key:?} at {at}: {is_newest}", self.number));
        self.end_all(&[begun], |_| (!is_newest).then_some(Outcome::Never));
        let (from, set) = (self.model().moment(), self.machine.ahead());
        let read = self.timed(&format!("get {key:?}"), Span::repeated(self.timeout), self.store.get(&key)).await;
        if let Ok(found) = &read {
            self.check(&key, from, found);
        }
        // If the clock was set back in the meantime, the timestamp may be too far in the future.
        if read.is_err() || self.machine.ahead() != set {
            self.abandoned.insert(key);
        }
    }
}

rowkey::laws!(Key);
