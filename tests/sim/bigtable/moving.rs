//! Rows that move to another table, which several programs write. Calls fail and arrive late, programs crash, and their
//! clocks differ. [Deployments] of two neighboring steps follow each other, and some of them are rolled back.
//!
//! Three properties hold in each history:
//!
//! 1. After each write that Bigtable makes, a row changes only if a program writes it ([`MovedRows`]).
//! 2. All calls on a row fit into one order ([`Model`](simulation::model::Model)). A scan misses no row.
//! 3. After `finish`, the old table is empty. A plain table reads each row of the new one.

use fastrand::Rng;
use futures_util::FutureExt;
use futures_util::future::join_all;
use rowkey::RowKey;
use rowkey_store::__protocol::Stored;
use rowkey_store::versions::{Cell, VersionedRow};
use rowkey_store::{AsyncMovingTable, AsyncTable, MoveStep, Moved, MovesTo, TableError};
use simulation::deployments::{Deployment, Deployments};
use simulation::histories::{self, History};
use simulation::model::{Action, Begun, Outcome, Value};
use simulation::moved_rows::{BothScan, MovedRows};
use simulation::races::Act;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{sleep, timeout};

use super::faults::Faults;
use super::history::{config, weather};
use super::machine::{Machine, Process};
use super::network::Network;
use super::tables::{FAMILY, StoredTable};
use crate::{Bigtable, BigtableError, BigtableStore, VERSION_FAMILY};

/// The number of histories in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 300;

/// The time after which all messages have arrived.
const HOUR: Duration = Duration::from_secs(3_600);

/// The numbers of milliseconds by which clocks are ahead.
const CLOCKS: [i64; 6] = [0, 5, -50, 500, -5_000, 60_000];

/// The first row without an old key.
const NEW_ROWS: u16 = 256;

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

/// Returns the name of a row in the model. It differs from all keys, so the model does not take a copy for a repeated put.
fn row(id: u16) -> Vec<u8> {
    [&[0xFF, 0xFF][..], &id.to_be_bytes()].concat()
}

fn bytes<K: RowKey>(key: K) -> Vec<u8> {
    key.encode().expect("a key").as_ref().to_vec()
}

type Failed = TableError<BigtableError>;
type Items = AsyncMovingTable<v1::Item, Item, BigtableStore>;

/// The rows of a page, and its cursor.
type Page = (Vec<(u16, Vec<u8>)>, Option<String>);

/// What all programs of a history share.
struct Shared {
    machine: Arc<Machine>,
    network: Arc<Network>,
    stores: [BigtableStore; 2],
    ids: Vec<u16>,
    batch_rows: usize,
    is_ordered: bool,
    has_few_values: bool,
    is_calm: bool,
    /// The time after which a write gives up that others overtake.
    retry_for: Duration,
    /// `true` once `finish` has begun.
    is_finishing: Arc<AtomicBool>,
}

impl Shared {
    /// Begins a program. It does not know what the program before it has found out.
    fn begin(&self, step: MoveStep) -> Items {
        let [old, new] = self.stores.clone();
        let old = AsyncTable::new(old).with_batch_rows(self.batch_rows);
        let table = Items::new(step, old, AsyncTable::new(new).with_batch_rows(self.batch_rows));
        if self.is_ordered { table.ordered() } else { table }
    }

    fn moment(&self) -> u64 {
        self.network.service.model().moment()
    }

    /// Ends a call with this outcome, or as done.
    fn end(&self, begun: &Begun, outcome: Option<Outcome>) {
        let (mut model, elapsed) = (self.network.service.model(), self.machine.elapsed());
        let now = model.moment();
        self.machine.check(model.end(begun, outcome.unwrap_or(Outcome::Done(now)), elapsed));
    }

    fn check(&self, id: u16, from: u64, found: &Value) {
        let mut model = self.network.service.model();
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

    /// Checks each row that Bigtable has stored.
    fn check_stored(&self) -> impl Fn(&BTreeMap<String, StoredTable>) -> Result<(), String> + Send + use<> {
        let paths = self.stores.clone().map(|store| format!("projects/p/instances/i/tables/{}", store.table()));
        let keys = |id: u16| (row(id), v1::Item::old_key(&Item { id }).map(bytes), bytes(Item { id }));
        let keys: Vec<_> = self.ids.iter().copied().map(keys).collect();
        let (seen, is_finishing) = (Mutex::<MovedRows>::default(), Arc::clone(&self.is_finishing));
        move |tables| {
            let stored = |number: usize, key: &Vec<u8>| stored(&tables[&paths[number]], key);
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
    let cells = table.rows.get(key).map(|row| row.cells()).unwrap_or_default();
    let newest = |family: &str| {
        let cell = cells.iter().find(|cell| cell.family == family && cell.qualifier == b"v")?;
        Some(Cell { at: cell.timestamp_micros / 1_000, bytes: cell.value.clone() })
    };
    Stored::of(VersionedRow { version: newest(VERSION_FAMILY), value: newest(FAMILY) }).expect("a version")
}

/// A task of a program.
struct Writer {
    shared: Arc<Shared>,
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
    fn note(&self, event: impl FnOnce() -> String) {
        self.shared.machine.note(|| format!("{} {:?}: {}", self.number, self.table.step(), event()));
    }

    /// Draws the time after which the task drops a call, as if its program crashed.
    fn patience(&mut self) -> Duration {
        let is_short = !self.shared.is_calm && self.rng.u8(..8) == 0;
        if is_short { Duration::from_micros(1 << self.rng.u32(8..26)) } else { Duration::MAX }
    }

    async fn run(&mut self) {
        let pause = 1 << self.rng.u32(8..16);
        for _ in 0..self.rng.usize(1..8) {
            if self.shared.machine.has_failed() {
                return;
            }
            sleep(Duration::from_micros(self.rng.u64(..pause))).await;
            self.begun = self.shared.machine.elapsed();
            match self.rng.u8(..24) {
                0 => self.put_all().await,
                1 => self.count().await,
                2..5 => self.scan().await,
                5 | 6 if self.may_pass && self.table.step() == MoveStep::NewFirst => self.move_some().await,
                7 if self.is_before_move => self.read_plainly().await,
                _ => self.call().await,
            }
        }
    }

    /// Notes an error, and fails the history if nothing explains it.
    fn judge(&self, call: &str, error: &Failed) {
        let has_reason = match error {
            TableError::Store(BigtableError::NoTable { .. } | BigtableError::FamilyExpires { .. }) => false,
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

    async fn call(&mut self) {
        let id = self.shared.ids[self.rng.usize(..self.shared.ids.len())];
        self.calls += 1;
        let fresh = format!("{}.{}", self.number, self.calls);
        let (act, begun, from) = {
            let mut model = self.shared.network.service.model();
            let from = model.moment();
            let values = model.candidates(&row(id), from, from);
            let act = Act::draw(&mut self.rng, self.shared.has_few_values, &fresh, &values);
            let begun = act.change().map(|action| model.begin(&row(id), action));
            (act, begun, from)
        };
        self.note(|| format!("{act:?} of {id}"));
        let (patience, key) = (self.patience(), Item { id });
        let call = async {
            match &act {
                Act::Get => self.table.get(&key).await.map(|found| {
                    self.shared.check(id, from, &found);
                    true
                }),
                Act::Write(Some(value)) => self.table.put(&key, value).await.map(|()| true),
                Act::Write(None) => self.table.delete(&key).await.map(|()| true),
                Act::Set { expected: None, value: Some(value) } => self.table.put_if_absent(&key, value).await,
                Act::Set { expected, value } => {
                    self.table.compare_and_set(&key, expected.as_ref(), value.as_ref()).await
                }
            }
        };
        let done = timeout(patience, call).await;
        self.note(|| format!("{act:?} of {id} gives {done:?}"));
        let is_put = matches!(&act, Act::Write(Some(_)) | Act::Set { value: Some(_), .. });
        let is_refused = is_put && id >= NEW_ROWS && self.table.step() == MoveStep::OldFirst;
        match &done {
            Ok(Err(TableError::NoOldKey { .. })) if is_refused => {}
            Ok(Err(error)) => self.judge(&format!("{act:?}"), error),
            Ok(Ok(_)) if is_refused => self.shared.machine.fail(&format!("{act:?} of {id} is not refused")),
            Ok(Ok(_)) | Err(_) => {}
        }
        let Some(begun) = begun else { return };
        match done {
            Ok(Ok(true)) => self.shared.end(&begun, None),
            Ok(Ok(false)) => {
                self.shared.network.service.model().end_otherwise(&begun, self.shared.machine.elapsed());
            }
            Ok(Err(TableError::Store(BigtableError::OutcomeUnknown { .. }))) | Err(_) => {
                self.shared.end(&begun, Some(Outcome::Unknown));
            }
            Ok(Err(_)) => self.shared.end(&begun, Some(Outcome::Never)),
        }
    }

    /// Puts all rows that programs of this step can put.
    async fn put_all(&mut self) {
        self.calls += 1;
        let value = format!("{}.{}", self.number, self.calls).into_bytes();
        let may_put = |id: &u16| *id < NEW_ROWS || self.table.step() != MoveStep::OldFirst;
        let ids: Vec<_> = self.shared.ids.iter().copied().filter(may_put).collect();
        let begun: Vec<_> = {
            let mut model = self.shared.network.service.model();
            ids.iter().map(|id| model.begin(&row(*id), Action::Write(Some(value.clone())))).collect()
        };
        let patience = self.patience();
        let rows: Vec<_> = ids.iter().map(|&id| (Item { id }, value.clone())).collect();
        let done = timeout(patience, self.table.put_all(rows)).await;
        self.note(|| format!("put all {begun:?} gives {done:?}"));
        if let Ok(Err(error)) = &done {
            self.judge("put all", error);
        }
        let outcome = (!matches!(done, Ok(Ok(())))).then_some(Outcome::Unknown);
        begun.iter().for_each(|begun| self.shared.end(begun, outcome));
    }

    /// Reads a row as a program from before the move.
    async fn read_plainly(&mut self) {
        let id = self.shared.ids[self.rng.usize(..self.shared.ids.len())];
        let Some(old) = v1::Item::old_key(&Item { id }) else { return };
        let from = self.shared.moment();
        let found = self.table.old_table().get(&old).await;
        self.note(|| format!("the program from before reads {id}: {found:?}"));
        match found {
            Ok(found) => self.shared.check(id, from, &found),
            Err(error) => self.judge("a plain read", &error),
        }
    }

    /// Reads all rows page by page.
    async fn scan(&mut self) {
        let (limit, from) = (self.rng.usize(1..5), self.shared.moment());
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let since = self.shared.moment();
            let page = self.page(limit, cursor.as_deref()).await;
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
        let model = self.shared.network.service.model();
        self.shared.machine.check(scan.check(&model, &self.shared.rows(), &found));
    }

    /// Reads a page of rows, and its cursor.
    async fn page(&self, limit: usize, cursor: Option<&str>) -> Result<Page, Failed> {
        let new = |cursor: Option<&str>| Item::scan().limit(limit).resume(cursor).plan();
        let old = |cursor: Option<&str>| v1::Item::scan().limit(limit).resume(cursor).plan();
        let mut rows = self.table.scan(cursor, new, old).boxed().await?;
        let mut page = Vec::new();
        while let Some(row) = rows.next().await {
            let (Item { id }, value) = row?;
            page.push((id, value));
        }
        Ok((page, rows.cursor()))
    }

    async fn count(&mut self) {
        let from = self.shared.moment();
        let counted = self.table.count(|| Item::scan().plan(), || v1::Item::scan().plan()).await;
        self.note(|| format!("count gives {counted:?}"));
        match counted {
            Ok(counted) => {
                let scan = self.shared.scan_since(from);
                let model = self.shared.network.service.model();
                self.shared.machine.check(scan.check_count(&model, &self.shared.rows(), counted));
            }
            Err(error) => self.judge("count", &error),
        }
    }

    /// Runs a part of a pass. The next call goes on, or begins again.
    async fn move_some(&mut self) {
        let cursor = if self.rng.bool() { self.cursor.take() } else { None };
        let is_over = self.pass(Work::Move, cursor, 1).await;
        if self.rng.bool() || is_over {
            self.cursor = None;
        }
    }

    /// Runs a pass, in this number of parts at most. Returns `true` if it has ended.
    async fn pass(&mut self, work: Work, cursor: Option<String>, parts: usize) -> bool {
        self.cursor = cursor;
        for _ in 0..parts {
            self.begun = self.shared.machine.elapsed();
            let (patience, stops, mut last) = (self.patience(), self.rng.u8(..3) == 0, self.cursor.clone());
            let progress = |moved: &Moved| {
                last.clone_from(&moved.cursor);
                if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let cursor = self.cursor.as_deref();
            let done = match work {
                Work::Move => timeout(patience, self.table.move_rows(cursor, progress).boxed()).await,
                Work::Finish => timeout(patience, self.table.finish(cursor, progress).boxed()).await,
            };
            self.note(|| format!("{work:?} gives {done:?}"));
            match done {
                Ok(Ok(Moved { cursor: None, .. })) => return true,
                Ok(Ok(Moved { cursor, .. })) => self.cursor = cursor,
                Ok(Err(error)) => {
                    self.judge(&format!("{work:?}"), &error);
                    self.cursor = last;
                }
                // Another program goes on, or begins again.
                Err(_) => self.cursor = last.filter(|_| self.rng.bool()),
            }
        }
        false
    }

    /// Begins `NewOnly` before all rows are known to have moved. It is refused, or finds all rows.
    async fn begin_early(&self) {
        let early = self.shared.begin(MoveStep::NewOnly);
        for &id in &self.shared.ids {
            let from = self.shared.moment();
            let found = early.get(&Item { id }).await;
            self.note(|| format!("an early program reads {id}: {found:?}"));
            match found {
                Ok(found) => self.shared.check(id, from, &found),
                Err(TableError::NotCopied { .. }) => {
                    let done = early.finish(None, |_| ControlFlow::Continue(())).await;
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
    processes: Vec<Process>,
    /// `true` if passes run beside `OldFirst`, too.
    passes_early: bool,
}

impl Story {
    /// Writes the first rows as a program from before the move.
    async fn fill(&mut self) {
        let table = AsyncTable::<v1::Item, _>::new(self.shared.stores[0].clone());
        for id in self.shared.ids.iter().copied().filter(|id| *id < NEW_ROWS) {
            let key = v1::Item { id: id as u8 };
            for value in [Some(format!("before.{id}").into_bytes()), None] {
                if self.rng.u8(..3) == 0 {
                    continue;
                }
                let begun = self.shared.network.service.model().begin(&row(id), Action::Write(value.clone()));
                let done = match value {
                    Some(value) => table.put(&key, value).await,
                    None if self.rng.bool() => table.delete(&key).await,
                    None => continue,
                };
                done.expect("a write without faults");
                self.shared.end(&begun, None);
            }
        }
    }

    /// Runs the programs of this phase. The first one also does some work.
    async fn run(&mut self, work: Option<Work>) -> bool {
        let steps = self.deployments.steps();
        let may_pass = self.deployments.pass(self.passes_early);
        for writer in &mut self.writers {
            let step = if writer.number < 2 { steps[writer.number] } else { steps[self.rng.usize(..2)] };
            if writer.table.step() != step {
                writer.cursor = None;
            }
            (writer.table, writer.may_pass) = (self.shared.begin(step), may_pass);
            writer.is_before_move = self.deployments.is_before_move();
        }
        let run = |mut writer: Writer| {
            let process = self.processes[writer.number % self.processes.len()].clone();
            let (work, parts) = (work.filter(|_| writer.number == 0), self.rng.usize(1..5));
            tokio::spawn(process.run(async move {
                let is_over = match work {
                    Some(work) => writer.pass(work, None, parts).await,
                    None => false,
                };
                writer.run().await;
                (writer, is_over)
            }))
        };
        let tasks: Vec<_> = std::mem::take(&mut self.writers).into_iter().map(run).collect();
        let ended: Vec<_> = join_all(tasks).await.into_iter().collect::<Result<_, _>>().expect("no panic");
        let is_over = ended.iter().any(|(_, is_over)| *is_over);
        self.writers = ended.into_iter().map(|(writer, _)| writer).collect();
        is_over
    }

    /// Deploys the programs of the next phase, if all that it needs can be done.
    async fn deploy(&mut self, deployment: Deployment) {
        self.shared.machine.note(|| format!("{deployment:?}, {:?}", self.deployments));
        if deployment.waits {
            self.wait().await;
        }
        if deployment.moves && !self.run(Some(Work::Move)).await {
            return self.begin_early().await;
        }
        if deployment.moves {
            self.deployments.end_pass();
        }
        self.deployments.begin(deployment);
        if self.rng.bool() {
            self.begin_early().await;
        }
        if self.deployments.pass_waits() && self.rng.bool() {
            self.wait().await;
        }
    }

    async fn begin_early(&mut self) {
        if self.deployments.is_guarded() {
            self.writers[0].begun = self.shared.machine.elapsed();
            self.writers[0].begin_early().await;
        }
    }

    /// Waits until all messages have arrived.
    async fn wait(&mut self) {
        sleep(HOUR).await;
        self.deployments.arrive();
    }

    /// Deletes some rows. There are no more faults, but messages are on their way.
    async fn delete_some(&mut self) {
        let table = self.shared.begin(self.deployments.steps()[1]);
        for id in self.shared.ids.clone() {
            if self.rng.bool() {
                let begun = self.shared.network.service.model().begin(&row(id), Action::Write(None));
                let done = table.delete(&Item { id }).await;
                self.shared.machine.note(|| format!("the last delete of {id} gives {done:?}"));
                self.shared.end(&begun, done.is_err().then_some(Outcome::Unknown));
            }
        }
    }

    /// Ends the move without faults.
    async fn end(&mut self) {
        self.delete_some().await;
        self.wait().await;
        while !self.deployments.is_over() {
            let deployment = self.deployments.forward();
            if deployment.waits {
                self.wait().await;
            }
            if deployment.moves {
                let table = self.shared.begin(MoveStep::NewFirst);
                self.without_faults(async || table.move_rows(None, |_| ControlFlow::Continue(())).await.map(drop))
                    .await;
                self.deployments.end_pass();
            }
            self.deployments.begin(deployment);
        }
        let table = self.shared.begin(MoveStep::NewOnly);
        self.without_faults(async || self.check_all(async |key| table.get(key).await).await).await;
        self.shared.is_finishing.store(true, Ordering::Relaxed);
        self.without_faults(async || {
            table.finish(None, |_| ControlFlow::Continue(())).await?;
            let left = table.count_old().await?;
            self.shared.machine.check(if left == 0 { Ok(()) } else { Err(format!("{left} old rows are left")) });
            self.check_all(async |key| table.get(key).await).await
        })
        .await;
        self.check_old();
        let plain = AsyncTable::<Item, _>::new(self.shared.stores[1].clone());
        self.without_faults(async || self.check_all(async |key| plain.get(key).await).await).await;
    }

    async fn check_all(&self, get: impl AsyncFn(&Item) -> Result<Value, Failed>) -> Result<(), Failed> {
        for &id in &self.shared.ids {
            let from = self.shared.moment();
            let found = get(&Item { id }).await?;
            self.shared.check(id, from, &found);
        }
        Ok(())
    }

    /// Checks that nothing is left of the old rows.
    fn check_old(&self) {
        let path = format!("projects/p/instances/i/tables/{}", self.shared.stores[0].table());
        let old = self.shared.ids.iter().filter_map(|&id| v1::Item::old_key(&Item { id }));
        let look = |key| self.shared.network.service.with_table(&path, |table, _| stored(table, &bytes(key)));
        if let Some(left) = old.filter_map(look).find(|stored| *stored != Stored::default()) {
            self.shared.machine.fail(&format!("an old row is left after `finish`: {left:?}"));
        }
    }

    /// Makes calls that must succeed. Connections from before can still fail, so it tries again.
    async fn without_faults(&self, calls: impl AsyncFn() -> Result<(), Failed>) {
        let machine = &self.shared.machine;
        for _ in 0..8 {
            match calls().await {
                Err(TableError::Store(error)) => machine.note(|| format!("an old connection: {error:?}")),
                done => return machine.check(done.map_err(|error| format!("a call without faults fails: {error:?}"))),
            }
        }
        machine.fail("all calls without faults fail");
    }
}

async fn history(machine: Arc<Machine>, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let config = config(&mut rng);
    let retry_for = config.timeout;
    let network = Network::new(&machine, rng.fork(), &config);
    machine.set_network(&network);
    let bigtable = Bigtable::connect(config).await.expect("a connection without faults");
    let tables = if rng.bool() { ["t", "t"] } else { ["old", "t"] };
    for table in if tables[0] == "t" { &tables[1..] } else { &tables[..] } {
        bigtable.create_split_table(table, &["f"], &[[1_u8]]).await.expect("a table");
        bigtable.add_version_family(table).await.expect("a family");
    }
    let is_calm = rng.u8(..4) == 0;
    let faults = if is_calm { Faults::default() } else { weather(&mut rng) };
    let (olds, has_new) = (rng.u16(1..=3), rng.u8(..3) == 0);
    let shared = Arc::new(Shared {
        machine: Arc::clone(&machine),
        network: Arc::clone(&network),
        stores: tables.map(|table| bigtable.table(table, "f")),
        ids: (0..olds).chain(has_new.then_some(NEW_ROWS)).collect(),
        batch_rows: rng.usize(1..4),
        is_ordered: rng.bool(),
        has_few_values: rng.bool(),
        is_calm,
        retry_for,
        is_finishing: Arc::default(),
    });
    // Some programs share a process, and others have a clock of their own.
    let processes: Vec<_> = (0..rng.usize(1..=3)).map(|_| Process::new(CLOCKS[rng.usize(..CLOCKS.len())])).collect();
    machine.note(|| format!("seed {seed}, {} processes, tables {tables:?}: {faults:?}", processes.len()));
    let writer = |number| Writer {
        shared: Arc::clone(&shared),
        table: shared.begin(MoveStep::OldFirst),
        rng: rng.fork(),
        number,
        calls: 0,
        cursor: None,
        begun: Duration::ZERO,
        is_before_move: true,
        may_pass: false,
    };
    let writers = (0..3).map(writer).collect();
    let (deployments, passes_early) = (Deployments::default(), rng.bool());
    let mut story = Story { shared, rng, deployments, writers, processes, passes_early };
    story.fill().await;
    network.service.set_watch(Box::new(story.shared.check_stored()));
    network.set_faults(faults);
    for _ in 0..story.rng.usize(3..10) {
        if machine.has_failed() {
            return;
        }
        let finishes = story.deployments.is_over() && story.rng.bool();
        if finishes {
            if story.deployments.finish_waits() {
                story.wait().await;
            }
            story.deployments.finish();
            story.shared.is_finishing.store(true, Ordering::Relaxed);
        }
        story.run(finishes.then_some(Work::Finish)).await;
        let deployment = story.deployments.draw(&mut story.rng);
        story.deploy(deployment).await;
    }
    network.set_faults(Faults::default());
    story.end().await;
    machine.check(network.service.model().check_order());
}

fn run(seed: u64) -> History {
    Machine::run(seed, move |machine| history(machine, seed))
}

#[test]
fn rows_that_move_keep_every_write() {
    histories::hold("cargo test -p rowkey-bigtable --lib rows_that_move", HISTORIES, run);
}

#[test]
fn a_seed_of_moves_runs_the_same_history_again() {
    histories::hold_to_seeds(run);
}
