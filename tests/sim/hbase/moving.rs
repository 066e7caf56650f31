//! Rows that move to another table, which several programs write at the same time.
//!
//! Each process has its own connections and its own clock. Some of them crash: from then on, they send nothing, and another
//! one begins. The network has all its faults, and HBase compacts its tables. [Deployments] of two neighboring steps follow each other, and some of them are
//! rolled back.
//!
//! - After each request that HBase executes, a row changes only if a program writes it ([`MovedRows`]).
//! - All calls on a row fit into one order, and a scan misses no row.
//! - After `finish`, the old table is empty. A plain table reads each row of the new one.

use fastrand::Rng;
use rowkey::RowKey;
use rowkey_store::__protocol::Stored;
use rowkey_store::versions::{Cell, VersionedRow};
use rowkey_store::{MoveStep, Moved, MovesTo, MovingTable, Table, TableError};
use simulation::deployments::{Deployment, Deployments};
use simulation::histories::{self, History};
use simulation::model::{Action, Begun, Model, Outcome, Value, Writers};
use simulation::moved_rows::{BothScan, MovedRows};
use simulation::races::Act;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::gateway::Tables;
use super::history::{options, weather};
use super::machine::Machine;
use super::network::{Faults, Network};
use super::rows::StoredTable;
use crate::{HBase, HBaseError, HBaseStore, VERSION_FAMILY};

/// The number of histories in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 300;

/// The time after which all messages have arrived.
const HOUR: Duration = Duration::from_secs(3_600);

/// The numbers of milliseconds by which clocks are ahead.
const CLOCKS: [i64; 6] = [0, 5, -50, 500, -5_000, 60_000];

/// The first row without an old key.
const NEW_ROWS: u16 = 256;

/// The maximum number of processes.
const PROCESSES: usize = 8;

mod v1 {
    #[derive(rowkey::RowKey, Debug, Clone, Copy, PartialEq, Eq)]
    #[rowkey(prefix = "a")]
    pub(super) struct Item {
        pub(super) id: u8,
    }

    rowkey::laws!(Item);
}

/// A row with a wider field and a salt.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
#[rowkey(prefix = "b")]
struct Item {
    #[salt(buckets = 2)]
    id: u16,
}

impl MovesTo<Item> for v1::Item {
    fn new_key(&self) -> Item {
        Item { id: self.id.into() }
    }

    fn old_key(new: &Item) -> Option<Self> {
        new.id.try_into().ok().map(|id| Self { id })
    }
}

rowkey::laws!(Item);
rowkey::disjoint!(v1::Item, Item);
rowkey_store::move_laws!(v1::Item => Item);

/// Returns the name of a row in the model.
fn row(id: u16) -> Vec<u8> {
    id.to_be_bytes().into()
}

fn bytes<K: RowKey>(key: K) -> Vec<u8> {
    key.encode().expect("a key").as_ref().to_vec()
}

type Failed = TableError<HBaseError>;
type Items = MovingTable<v1::Item, Item, HBaseStore>;

/// The rows of a page, and its cursor.
type Page = (Vec<(u16, Vec<u8>)>, Option<String>);

/// What all processes of a history share.
struct Shared {
    machine: Arc<Machine>,
    network: Arc<Network>,
    /// The connections for further processes. A connection in bad weather would ask a real network which server it is.
    clients: Mutex<Vec<HBase>>,
    processes: AtomicUsize,
    /// The names of the old and the new table.
    tables: [&'static str; 2],
    model: Mutex<Model>,
    ids: Vec<u16>,
    batch_rows: usize,
    is_ordered: bool,
    has_few_values: bool,
    is_calm: bool,
    /// The probability that a process crashes.
    crashes: f64,
    /// The time after which a write gives up that others overtake.
    retry_for: Duration,
    /// `true` once `finish` has begun.
    is_finishing: Arc<AtomicBool>,
}

impl Shared {
    /// Begins a program. It does not know what the program before it has found out.
    fn begin(&self, hbase: &HBase, step: MoveStep) -> Items {
        let [old, new] = self.tables.map(|table| hbase.table(table, "f").with_versions());
        let old = Table::new(old).with_batch_rows(self.batch_rows);
        let table = Items::new(step, old, Table::new(new).with_batch_rows(self.batch_rows));
        if self.is_ordered { table.ordered() } else { table }
    }

    fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn moment(&self) -> u64 {
        self.model().moment()
    }

    /// Ends a call with this outcome, or as done.
    fn end(&self, begun: &Begun, outcome: Option<Outcome>) {
        let (mut model, elapsed) = (self.model(), self.machine.elapsed());
        let now = model.moment();
        self.machine.check(model.end(begun, outcome.unwrap_or(Outcome::Done(now)), elapsed));
    }

    fn check(&self, id: u16, from: u64, found: &Value) {
        let mut model = self.model();
        let to = model.moment();
        self.machine.check(model.check(&row(id), from, to, found));
    }

    fn rows(&self) -> Vec<Vec<u8>> {
        self.ids.iter().copied().map(row).collect()
    }

    /// Returns the scan that began at a moment, and ends now.
    fn scan_since(&self, from: u64) -> BothScan {
        BothScan { from, to: self.moment(), is_ordered: self.is_ordered }
    }

    /// Checks each row that HBase has stored.
    fn check_stored(&self) -> impl Fn(&Tables) -> Result<(), String> + Send + use<> {
        let keys = |id: u16| (row(id), v1::Item::old_key(&Item { id }).map(bytes), bytes(Item { id }));
        let keys: Vec<_> = self.ids.iter().copied().map(keys).collect();
        let (tables_of_move, is_finishing) = (self.tables, Arc::clone(&self.is_finishing));
        let seen = Mutex::<MovedRows>::default();
        move |tables| {
            let stored = |number: usize, key: &Vec<u8>| stored(&tables[tables_of_move[number]], key);
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            keys.iter().try_for_each(|(row, old, new)| {
                let old = old.as_ref().map(|old| stored(0, old)).unwrap_or_default();
                seen.check(row, &old, &stored(1, new), is_finishing.load(Ordering::Relaxed))
            })
        }
    }
}

/// Returns the newest cells of a row.
fn stored(table: &StoredTable, key: &[u8]) -> Stored {
    let newest = |family: &str| {
        let (at, bytes) = table.rows.get(key)?.cell(&(family.into(), b"v".to_vec()))?;
        Some(Cell { at, bytes: bytes.to_vec() })
    };
    Stored::of(VersionedRow { version: newest(VERSION_FAMILY), value: newest("f") }).expect("a version")
}

/// A process, whose program has a step.
struct Writer {
    shared: Arc<Shared>,
    hbase: HBase,
    process: usize,
    /// The number of milliseconds by which its clock is ahead.
    ahead: i64,
    table: Items,
    rng: Rng,
    number: usize,
    calls: usize,
    /// The cursor of a pass that was stopped.
    cursor: Option<String>,
    /// The time at which the current call began.
    begun: Duration,
    /// `true` if a program from before the move can read all rows.
    is_before_move: bool,
    /// `true` if passes may run now.
    may_pass: bool,
}

impl Writer {
    fn new(shared: &Arc<Shared>, mut rng: Rng, number: usize) -> Self {
        let hbase = shared.clients.lock().unwrap_or_else(PoisonError::into_inner).pop().expect("a client");
        let table = shared.begin(&hbase, MoveStep::OldFirst);
        let mut writer = Self {
            shared: Arc::clone(shared),
            hbase,
            process: 0,
            ahead: CLOCKS[rng.usize(..CLOCKS.len())],
            table,
            rng,
            number,
            calls: 0,
            cursor: None,
            begun: Duration::ZERO,
            is_before_move: true,
            may_pass: false,
        };
        writer.begin_process();
        writer
    }

    fn begin_process(&mut self) {
        self.process = self.shared.processes.fetch_add(1, Ordering::Relaxed) + 1;
    }

    /// Moves the current thread to this process, which may crash.
    fn enter(&mut self) {
        self.shared.machine.enter(self.process, self.ahead);
        if self.rng.f64() < self.shared.crashes {
            let (network, process) = (Arc::clone(&self.shared.network), self.process);
            let wait = Duration::from_micros(1 << self.rng.u32(10..24));
            self.shared.machine.later(wait, move || network.kill(process));
        }
    }

    /// Begins another process if this one has crashed. Returns `false` after the last one.
    fn begin_again(&mut self) -> bool {
        if !self.shared.network.is_dead(self.process) {
            return true;
        }
        let Some(hbase) = self.shared.clients.lock().unwrap_or_else(PoisonError::into_inner).pop() else {
            return false;
        };
        self.begin_process();
        (self.table, self.hbase) = (self.shared.begin(&hbase, self.table.step()), hbase);
        self.enter();
        true
    }

    fn note(&self, event: impl FnOnce() -> String) {
        self.shared.machine.note(|| format!("process {} of {:?}: {}", self.process, self.table.step(), event()));
    }

    fn run(&mut self) {
        let pause = 1 << self.rng.u32(8..16);
        for _ in 0..self.rng.usize(1..8) {
            if self.shared.machine.has_failed() || !self.begin_again() {
                return;
            }
            self.shared.machine.sleep(Duration::from_micros(self.rng.u64(..pause)));
            self.begun = self.shared.machine.elapsed();
            match self.rng.u8(..24) {
                0 => self.put_all(),
                1 => self.count(),
                2..5 => self.scan(),
                5 | 6 if self.may_pass && self.table.step() == MoveStep::NewFirst => self.move_some(),
                7 if self.is_before_move => self.read_plainly(),
                _ => self.call(),
            }
        }
    }

    /// Fails the history if there is no reason for an error.
    fn judge(&self, call: &str, error: &Failed) {
        let has_reason = match error {
            TableError::Store(HBaseError::NoVersions { .. } | HBaseError::NoTable { .. }) => false,
            TableError::Store(_) => !self.shared.is_calm,
            // The store measures in whole milliseconds.
            TableError::Contended { .. } => {
                self.shared.machine.elapsed() - self.begun + Duration::from_millis(1) >= self.shared.retry_for
            }
            _ => false,
        };
        if !has_reason {
            self.shared.machine.fail(&format!("{call} fails without a reason: {error:?}"));
        }
    }

    fn call(&mut self) {
        let id = self.shared.ids[self.rng.usize(..self.shared.ids.len())];
        self.calls += 1;
        let fresh = format!("{}.{}", self.number, self.calls);
        let (act, begun, from) = {
            let mut model = self.shared.model();
            let from = model.moment();
            let values = model.candidates(&row(id), from, from);
            let act = Act::draw(&mut self.rng, self.shared.has_few_values, &fresh, &values);
            let begun = act.change().map(|action| model.begin(&row(id), action));
            (act, begun, from)
        };
        self.note(|| format!("{act:?} of {id}"));
        let key = Item { id };
        let done = match &act {
            Act::Get => self.table.get(&key).map(|found| {
                self.shared.check(id, from, &found);
                true
            }),
            Act::Write(Some(value)) => self.table.put(&key, value).map(|()| true),
            Act::Write(None) => self.table.delete(&key).map(|()| true),
            Act::Set { expected: None, value: Some(value) } => self.table.put_if_absent(&key, value),
            Act::Set { expected, value } => self.table.compare_and_set(&key, expected.as_ref(), value.as_ref()),
        };
        self.note(|| format!("{act:?} of {id} gives {done:?}"));
        let is_put = matches!(&act, Act::Write(Some(_)) | Act::Set { value: Some(_), .. });
        let is_refused = is_put && id >= NEW_ROWS && self.table.step() == MoveStep::OldFirst;
        match &done {
            Err(TableError::NoOldKey { .. }) if is_refused => {}
            Err(error) => self.judge("a call", error),
            Ok(_) if is_refused => self.shared.machine.fail(&format!("{act:?} of {id} is not refused")),
            Ok(_) => {}
        }
        let Some(begun) = begun else { return };
        match done {
            Ok(true) => self.shared.end(&begun, None),
            Ok(false) => self.shared.model().end_otherwise(&begun, self.shared.machine.elapsed()),
            Err(TableError::Store(HBaseError::OutcomeUnknown { .. })) => {
                self.shared.end(&begun, Some(Outcome::Unknown));
            }
            Err(_) => self.shared.end(&begun, Some(Outcome::Never)),
        }
    }

    /// Puts all rows that programs of this step can put. After an error, nothing is known about any of them.
    fn put_all(&mut self) {
        self.calls += 1;
        let value = format!("{}.{}", self.number, self.calls).into_bytes();
        let may_put = |id: &u16| *id < NEW_ROWS || self.table.step() != MoveStep::OldFirst;
        let ids: Vec<_> = self.shared.ids.iter().copied().filter(may_put).collect();
        let begin = |id: &u16| self.shared.model().begin(&row(*id), Action::Write(Some(value.clone())));
        let begun: Vec<_> = ids.iter().map(begin).collect();
        let done = self.table.put_all(ids.iter().map(|&id| (Item { id }, &value)));
        self.note(|| format!("put all {begun:?} gives {done:?}"));
        if let Err(error) = &done {
            self.judge("put all", error);
        }
        let outcome = done.is_err().then_some(Outcome::Unknown);
        begun.iter().for_each(|begun| self.shared.end(begun, outcome));
    }

    /// Reads a row as a program from before the move.
    fn read_plainly(&mut self) {
        let id = self.shared.ids[self.rng.usize(..self.shared.ids.len())];
        let Some(old) = v1::Item::old_key(&Item { id }) else { return };
        let table = Table::<v1::Item, _>::new(self.hbase.table(self.shared.tables[0], "f"));
        let from = self.shared.moment();
        let found = table.get(&old);
        self.note(|| format!("the program from before reads {id}: {found:?}"));
        match found {
            Ok(found) => self.shared.check(id, from, &found),
            Err(error) => self.judge("a plain read", &error),
        }
    }

    /// Reads all rows page by page.
    fn scan(&mut self) {
        let (limit, from) = (self.rng.usize(1..5), self.shared.moment());
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let since = self.shared.moment();
            let page = self.page(limit, cursor.as_deref());
            self.note(|| format!("a page of {limit} rows: {page:?}"));
            let (rows, next) = match page {
                Ok(page) => page,
                Err(error) => return self.judge("a scan", &error),
            };
            rows.iter().for_each(|(id, value)| self.shared.check(*id, since, &Some(value.clone())));
            found.extend(rows.iter().map(|(id, _)| row(*id)));
            if rows.len() < limit {
                break;
            }
            cursor = next;
        }
        let scan = self.shared.scan_since(from);
        self.shared.machine.check(scan.check(&self.shared.model(), &self.shared.rows(), &found));
    }

    /// Reads a page of rows, and its cursor.
    fn page(&self, limit: usize, cursor: Option<&str>) -> Result<Page, Failed> {
        let new = |cursor: Option<&str>| Item::scan().limit(limit).resume(cursor).plan();
        let old = |cursor: Option<&str>| v1::Item::scan().limit(limit).resume(cursor).plan();
        let mut rows = self.table.scan(cursor, new, old)?;
        let page = rows.by_ref().map(|row| row.map(|(Item { id }, value)| (id, value))).collect::<Result<_, _>>()?;
        Ok((page, rows.cursor()))
    }

    fn count(&self) {
        let from = self.shared.moment();
        let counted = self.table.count(|| Item::scan().plan(), || v1::Item::scan().plan());
        self.note(|| format!("count gives {counted:?}"));
        match counted {
            Ok(counted) => {
                let scan = self.shared.scan_since(from);
                self.shared.machine.check(scan.check_count(&self.shared.model(), &self.shared.rows(), counted));
            }
            Err(error) => self.judge("count", &error),
        }
    }

    /// Runs a part of a pass. The next call goes on, or begins again.
    fn move_some(&mut self) {
        let cursor = if self.rng.bool() { self.cursor.take() } else { None };
        let is_over = self.pass(Work::Move, cursor, 1);
        if self.rng.bool() || is_over {
            self.cursor = None;
        }
    }

    /// Runs a pass, in this number of parts at most. Returns `true` if it has ended.
    fn pass(&mut self, work: Work, cursor: Option<String>, parts: usize) -> bool {
        self.cursor = cursor;
        for _ in 0..parts {
            if !self.begin_again() {
                return false;
            }
            self.begun = self.shared.machine.elapsed();
            let (stops, mut last) = (self.rng.u8(..3) == 0, self.cursor.clone());
            let progress = |moved: &Moved| {
                last.clone_from(&moved.cursor);
                if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let cursor = self.cursor.as_deref();
            let done = match work {
                Work::Move => self.table.move_rows(cursor, progress),
                Work::Finish => self.table.finish(cursor, progress),
            };
            self.note(|| format!("{work:?} gives {done:?}"));
            match done {
                Ok(Moved { cursor: None, .. }) => return true,
                Ok(Moved { cursor, .. }) => self.cursor = cursor,
                Err(error) => {
                    self.judge(&format!("{work:?}"), &error);
                    self.cursor = last.filter(|_| self.rng.bool());
                }
            }
        }
        false
    }

    /// Begins `NewOnly` before all rows are known to have moved. It is refused, or finds all rows.
    fn begin_early(&mut self) {
        self.begun = self.shared.machine.elapsed();
        let early = self.shared.begin(&self.hbase, MoveStep::NewOnly);
        for &id in &self.shared.ids {
            let from = self.shared.moment();
            let found = early.get(&Item { id });
            self.note(|| format!("an early program reads {id}: {found:?}"));
            match found {
                Ok(found) => self.shared.check(id, from, &found),
                Err(TableError::NotCopied { .. }) => {
                    let done = early.finish(None, |_| ControlFlow::Continue(()));
                    if !matches!(done, Err(TableError::NotCopied { .. } | TableError::Store(_))) {
                        self.shared.machine.fail(&format!("`finish` before the end of the move gives {done:?}"));
                    }
                }
                Err(error) => self.judge("an early read", &error),
            }
        }
    }
}

/// A pass over the old table.
#[derive(Clone, Copy, Debug)]
enum Work {
    Move,
    Finish,
}

/// A history: its programs, and their deployments.
struct Story {
    shared: Arc<Shared>,
    rng: Rng,
    deployments: Deployments,
    writers: Vec<Writer>,
    /// `true` if passes run beside `OldFirst`, too.
    passes_early: bool,
    /// `true` if HBase compacts its tables sometimes.
    compacts: bool,
}

impl Story {
    /// Writes the first rows as a program from before the move.
    fn fill(&mut self, hbase: &HBase) {
        let table = Table::<v1::Item, _>::new(hbase.table(self.shared.tables[0], "f"));
        for id in self.shared.ids.iter().copied().filter(|id| *id < NEW_ROWS) {
            let key = v1::Item { id: id as u8 };
            for value in [Some(format!("before.{id}").into_bytes()), None] {
                if self.rng.u8(..3) == 0 || (value.is_none() && self.rng.bool()) {
                    continue;
                }
                let begun = self.shared.model().begin(&row(id), Action::Write(value.clone()));
                let done = match value {
                    Some(value) => table.put(&key, value),
                    None => table.delete(&key),
                };
                done.expect("a write without faults");
                self.shared.end(&begun, None);
            }
        }
        // A plain delete hides later puts from slow clocks.
        self.shared.machine.sleep(Duration::from_secs(60));
    }

    /// Runs the programs of this phase. The first one also does some work, and the result is `true` if that ends.
    fn run(&mut self, work: Option<Work>) -> bool {
        let steps = self.deployments.steps();
        let may_pass = self.deployments.pass(self.passes_early);
        for writer in &mut self.writers {
            let step = if writer.number < 2 { steps[writer.number] } else { steps[self.rng.usize(..2)] };
            if writer.table.step() != step {
                writer.cursor = None;
            }
            (writer.table, writer.may_pass) = (self.shared.begin(&writer.hbase, step), may_pass);
            writer.is_before_move = self.deployments.is_before_move();
        }
        let run = |mut writer: Writer| {
            let (work, parts) = (work.filter(|_| writer.number == 0), self.rng.usize(1..5));
            shuttle::thread::spawn(move || {
                writer.enter();
                let is_over = work.is_some_and(|work| writer.pass(work, None, parts));
                writer.run();
                (writer, is_over)
            })
        };
        let threads: Vec<_> = std::mem::take(&mut self.writers).into_iter().map(run).collect();
        let ended: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        let is_over = ended.iter().any(|(_, is_over)| *is_over);
        self.writers = ended.into_iter().map(|(writer, _)| writer).collect();
        is_over
    }

    /// Waits until all messages have arrived.
    fn wait(&mut self) {
        self.shared.machine.sleep(HOUR);
        self.deployments.arrive();
    }

    fn compact_sometimes(&mut self) {
        if self.compacts && self.rng.bool() {
            self.shared.network.gateway.compact();
        }
    }

    /// Deploys the programs of the next phase, if all that it needs can be done.
    fn deploy(&mut self, deployment: Deployment) {
        self.shared.machine.note(|| format!("{deployment:?}, {:?}", self.deployments));
        if deployment.waits {
            self.wait();
        }
        if deployment.moves && !self.run(Some(Work::Move)) {
            return self.begin_early();
        }
        if deployment.moves {
            self.deployments.end_pass();
        }
        self.deployments.begin(deployment);
        if self.rng.bool() {
            self.begin_early();
        }
        if self.deployments.pass_waits() && self.rng.bool() {
            self.wait();
        }
    }

    fn begin_early(&mut self) {
        if self.deployments.is_guarded() {
            self.writers[0].begin_early();
        }
    }

    /// Deletes some rows. There are no more faults, but messages are on their way.
    fn delete_some(&mut self, hbase: &HBase) {
        let table = self.shared.begin(hbase, self.deployments.steps()[1]);
        for id in self.shared.ids.clone() {
            if self.rng.bool() {
                let begun = self.shared.model().begin(&row(id), Action::Write(None));
                let done = table.delete(&Item { id });
                self.shared.machine.note(|| format!("the last delete of {id} gives {done:?}"));
                self.shared.end(&begun, done.is_err().then_some(Outcome::Unknown));
            }
        }
    }

    /// Ends the move without faults.
    fn end(&mut self, hbase: &HBase) {
        self.delete_some(hbase);
        self.compact_sometimes();
        self.wait();
        while !self.deployments.is_over() {
            let deployment = self.deployments.forward();
            if deployment.waits {
                self.wait();
            }
            if deployment.moves {
                let table = self.shared.begin(hbase, MoveStep::NewFirst);
                table.move_rows(None, |_| ControlFlow::Continue(())).expect("a pass without faults");
                self.deployments.end_pass();
            }
            self.deployments.begin(deployment);
        }
        let table = self.shared.begin(hbase, MoveStep::NewOnly);
        self.check_all(|key| table.get(key));
        self.shared.is_finishing.store(true, Ordering::Relaxed);
        table.finish(None, |_| ControlFlow::Continue(())).expect("a pass without faults");
        let left = table.count_old().expect("a count without faults");
        self.shared.machine.check(if left == 0 { Ok(()) } else { Err(format!("{left} old rows are left")) });
        self.check_all(|key| table.get(key));
        let plain = Table::<Item, _>::new(hbase.table(self.shared.tables[1], "f"));
        self.check_all(|key| plain.get(key));
        self.shared.machine.check(self.shared.network.gateway.look(|tables| self.check_old(tables)));
    }

    fn check_all(&self, get: impl Fn(&Item) -> Result<Value, Failed>) {
        for &id in &self.shared.ids {
            let from = self.shared.moment();
            let found = get(&Item { id }).expect("a read without faults");
            self.shared.check(id, from, &found);
        }
    }

    /// Checks that nothing is left of the old rows.
    fn check_old(&self, tables: &Tables) -> Result<(), String> {
        let old = self.shared.ids.iter().filter_map(|&id| v1::Item::old_key(&Item { id }));
        let look = |key| stored(&tables[self.shared.tables[0]], &bytes(key));
        match old.map(look).find(|stored| *stored != Stored::default()) {
            Some(left) => Err(format!("an old row is left after `finish`: {left:?}")),
            None => Ok(()),
        }
    }
}

fn history(machine: &Arc<Machine>, mut rng: Rng) {
    let is_framed = rng.bool();
    let network = Network::new(machine, rng.fork(), is_framed);
    machine.set_network(&network);
    let options = options(&mut rng, is_framed).connections(8).batch_rows(8);
    let is_calm = rng.u8(..4) == 0;
    let (faults, moves, refuses) = if is_calm { (Faults::default(), 0.0, 0.0) } else { weather(&mut rng) };
    let crashes = if is_calm { 0.0 } else { [0.0, 0.1, 0.4][rng.usize(..3)] };
    let tables = if rng.bool() { ["items", "items"] } else { ["old_items", "items"] };
    machine
        .note(|| format!("{tables:?}, {faults:?}, moves {moves}, refuses {refuses}, crashes {crashes}, {options:?}"));
    let connect = |_| options.clone().connect("gateway:9090").expect("a gateway without faults");
    let hbase = connect(0);
    create_tables(&hbase, machine, tables);
    let (olds, has_new) = (rng.u16(1..=3), rng.u8(..3) == 0);
    let shared = Arc::new(Shared {
        machine: Arc::clone(machine),
        network: Arc::clone(&network),
        clients: Mutex::new((0..PROCESSES).map(connect).collect()),
        processes: AtomicUsize::new(0),
        tables,
        model: Mutex::new(Model::new(Writers::Many)),
        ids: (0..olds).chain(has_new.then_some(NEW_ROWS)).collect(),
        batch_rows: rng.usize(1..4),
        is_ordered: rng.bool(),
        has_few_values: rng.bool(),
        is_calm,
        crashes,
        retry_for: options.retry_for,
        is_finishing: Arc::default(),
    });
    let writers = (0..3).map(|number| Writer::new(&shared, rng.fork(), number)).collect();
    let (deployments, passes_early, compacts) = (Deployments::default(), rng.bool(), rng.bool());
    let mut story = Story { shared, rng, deployments, writers, passes_early, compacts };
    story.fill(&hbase);
    network.gateway.keep(story.shared.check_stored());
    network.set_faults(faults);
    network.gateway.disturb(moves, refuses);
    for _ in 0..story.rng.usize(3..10) {
        if machine.has_failed() {
            return;
        }
        let finishes = story.deployments.is_over() && story.rng.bool();
        if finishes {
            if story.deployments.finish_waits() {
                story.wait();
            }
            story.deployments.finish();
            story.shared.is_finishing.store(true, Ordering::Relaxed);
        }
        story.run(finishes.then_some(Work::Finish));
        story.compact_sometimes();
        let deployment = story.deployments.draw(&mut story.rng);
        story.deploy(deployment);
    }
    network.set_faults(Faults::default());
    network.gateway.disturb(0.0, 0.0);
    if !machine.has_failed() {
        story.end(&hbase);
        machine.check(story.shared.model().check_order());
    }
}

/// Creates the tables, with their families.
fn create_tables(hbase: &HBase, machine: &Arc<Machine>, tables: [&str; 2]) {
    for table in if tables[0] == tables[1] { &tables[1..] } else { &tables[..] } {
        hbase.create_split_table(*table, &["f"], &[[2_u8], [b'b']]).expect("a table");
        hbase.add_version_family(table).expect("a table without this family");
    }
    // The regions reopen.
    machine.sleep(Duration::from_secs(1));
}

fn run(seed: u64) -> History {
    Machine::run(seed, move |machine| history(machine, Rng::with_seed(seed)))
}

#[test]
fn rows_that_move_keep_every_write() {
    histories::hold("cargo test -p rowkey-hbase --lib rows_that_move", HISTORIES, run);
}

#[test]
fn a_seed_of_moves_runs_the_same_history_again() {
    histories::hold_to_seeds(run);
}
