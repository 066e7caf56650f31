//! Rows with secondary keys, which several processes write at the same time.
//!
//! Each process has its own connections and its own clock. It puts, compares, deletes, and loads rows, scans them by their
//! secondary keys, sweeps, and builds a key that the first program did not know. Some processes crash: from then on, they
//! send nothing, and another one begins. The network has all its faults.
//!
//! - After each request that HBase executes, each row has an entry for each of its secondary keys.
//! - All calls on a row fit into one order.
//! - A scan returns no row under a secondary key that the row does not have.
//! - At the end, each row is found under each of its secondary keys. Sweeps leave no stale entries and no tombstones.

use fastrand::Rng;
use rowkey::{RowKey, SecondaryKey};
use rowkey_store::{IndexedTable, KeyOf, Table, TableError};
use simulation::histories::{self, History};
use simulation::model::{Action, Begun, Model, Outcome, Value, Writers};
use simulation::races::Act;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::gateway::Tables;
use super::history::{options, weather};
use super::machine::Machine;
use super::network::{Faults, Network};
use super::rows::StoredRow;
use crate::{HBase, HBaseError, HBaseStore, VERSION_FAMILY};

/// The number of histories in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 1_000;

#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    id: u8,
}

/// The key that all programs know.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ByColor {
    color: u8,
    id: u8,
}

/// The key that is built.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ByLast {
    last: u8,
    id: u8,
}

impl SecondaryKey<Row> for ByColor {
    fn row(&self) -> Row {
        Row { id: self.id }
    }
}

impl SecondaryKey<Row> for ByLast {
    fn row(&self) -> Row {
        Row { id: self.id }
    }
}

rowkey::laws!(Row, ByColor, ByLast);

/// The colors that rows may have. A value begins with the colors of its row: `ab:0.7`.
const COLORS: &[u8] = b"abc";

fn colors(value: &[u8]) -> Vec<u8> {
    value.iter().copied().take_while(|byte| *byte != b':').collect::<BTreeSet<_>>().into_iter().collect()
}

fn by_color(row: &Row, value: &[u8]) -> Vec<ByColor> {
    colors(value).into_iter().map(|color| ByColor { color, id: row.id }).collect()
}

fn by_last(row: &Row, value: &[u8]) -> Option<ByLast> {
    colors(value).pop().map(|last| ByLast { last, id: row.id })
}

/// The tables. The rows come first. The names of the others tell the [network](super::network) that entries are in them.
const TABLES: [&str; 3] = ["rows", "entries", "entries_by_last"];

/// The maximum number of processes.
const PROCESSES: usize = 12;

/// The rows that all processes write. Loads make further ones.
const IDS: usize = 3;

/// The indexed table of a program.
struct Program {
    rows: IndexedTable<Row, HBaseStore>,
    by_color: Table<ByColor, HBaseStore, KeyOf<Row>>,
    by_last: Table<ByLast, HBaseStore, KeyOf<Row>>,
}

impl Program {
    fn new(hbase: &HBase, knows_last: bool) -> Self {
        let store = |table| hbase.table(table, "f").with_versions();
        let [rows, by_color_table, by_last_table] = TABLES.map(store);
        let by_colors = Table::new(by_color_table).with_values::<KeyOf<Row>>();
        let by_lasts = Table::new(by_last_table).with_values::<KeyOf<Row>>();
        let rows =
            IndexedTable::new(Table::new(rows)).with_key(&by_colors, |row: &Row, value: &Vec<u8>| by_color(row, value));
        let rows = match knows_last {
            true => rows.with_key(&by_lasts, |row: &Row, value: &Vec<u8>| by_last(row, value)),
            false => rows,
        };
        Self { rows, by_color: by_colors, by_last: by_lasts }
    }
}

/// What all processes of a history share.
struct Shared {
    machine: Arc<Machine>,
    network: Arc<Network>,
    /// The connections for further processes. A connection in bad weather would ask a real network which server it is.
    clients: Mutex<Vec<HBase>>,
    model: Mutex<Model>,
    /// The ids of the rows that may be written. A row that is being loaded is not among them.
    ids: Mutex<Vec<u8>>,
    loads: AtomicUsize,
    processes: AtomicUsize,
    /// `true` once the key that the first program did not know is built, or if that program has written no rows. From then
    /// on, it stays built, because all other programs know it.
    is_built: Arc<AtomicBool>,
    /// The time after which a write gives up that others overtake.
    retry_for: Duration,
    /// The probability that a process crashes.
    crashes: f64,
    /// `true` if there are no faults.
    is_calm: bool,
    has_few_values: bool,
}

impl Shared {
    fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ids(&self) -> MutexGuard<'_, Vec<u8>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a call with this outcome, or as done.
    fn end(&self, begun: &Begun, outcome: Option<Outcome>) {
        let (mut model, elapsed) = (self.model(), self.machine.elapsed());
        let now = model.moment();
        self.machine.check(model.end(begun, outcome.unwrap_or(Outcome::Done(now)), elapsed));
    }
}

/// A thread that calls an indexed table.
struct Writer {
    shared: Arc<Shared>,
    program: Program,
    rng: Rng,
    process: usize,
    calls: usize,
    /// The time at which the current call began.
    begun: Duration,
}

fn go_on<T>(_: &T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl Writer {
    /// Begins a process. Returns `None` after the last one.
    fn begin(shared: &Arc<Shared>, mut rng: Rng, knows_last: bool) -> Option<Self> {
        let process = shared.processes.fetch_add(1, Ordering::Relaxed) + 1;
        shared.machine.enter(process, [0, 0, 5, -5, 50, -50][rng.usize(..6)]);
        if rng.f64() < shared.crashes {
            let (network, wait) = (Arc::clone(&shared.network), Duration::from_micros(1 << rng.u32(10..24)));
            shared.machine.later(wait, move || network.kill(process));
        }
        let hbase = shared.clients.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        let program = Program::new(&hbase, knows_last);
        Some(Self { shared: Arc::clone(shared), program, rng, process, calls: 0, begun: shared.machine.elapsed() })
    }

    /// Begins another process if this one has crashed.
    fn begin_again(self) -> Option<Self> {
        if !self.shared.network.is_dead(self.process) {
            return Some(self);
        }
        let mut rng = self.rng;
        let again = Self::begin(&self.shared, rng.fork(), true)?;
        Some(Self { calls: self.calls, ..again })
    }

    fn note(&self, event: impl FnOnce() -> String) {
        self.shared.machine.note(|| format!("process {}: {}", self.process, event()));
    }

    fn draw_value(&mut self) -> Vec<u8> {
        self.calls += 1;
        let colors: String = COLORS.iter().filter(|_| self.rng.bool()).map(|color| char::from(*color)).collect();
        format!("{colors}:{}.{}", self.process, self.calls).into_bytes()
    }

    fn draw_id(&mut self) -> u8 {
        let ids = self.shared.ids();
        ids[self.rng.usize(..ids.len())]
    }

    fn calls(mut self) {
        let pause = 1 << self.rng.u32(8..16);
        for _ in 0..self.rng.usize(3..12) {
            if self.shared.machine.has_failed() {
                return;
            }
            self.shared.machine.sleep(Duration::from_micros(self.rng.u64(..pause)));
            let Some(mut alive) = self.begin_again() else { return };
            alive.begun = alive.shared.machine.elapsed();
            match alive.rng.u8(..32) {
                0..20 => alive.call(),
                20 => alive.put_all(),
                21 => alive.load(),
                22..25 => alive.find(),
                25..29 => alive.sweep(),
                29 => alive.delete_all(),
                _ => alive.build(),
            }
            self = alive;
        }
    }

    /// Fails the history if there is no reason for an error.
    fn judge(&self, call: &str, error: &TableError<HBaseError>) {
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
        let id = self.draw_id();
        let fresh = String::from_utf8(self.draw_value()).expect("a text");
        let (act, begun, from) = {
            let mut model = self.shared.model();
            let from = model.moment();
            let values = model.candidates(&[id], from, from);
            let act = Act::draw(&mut self.rng, self.shared.has_few_values, &fresh, &values);
            let begun = act.change().map(|action| model.begin(&[id], action));
            (act, begun, from)
        };
        self.note(|| format!("{act:?} of {id}"));
        let (rows, key) = (&self.program.rows, Row { id });
        let done = match &act {
            Act::Get => rows.get(&key).map(|found| {
                self.check(id, from, &found);
                true
            }),
            Act::Write(Some(value)) => rows.put(&key, value).map(|()| true),
            Act::Write(None) => rows.delete(&key).map(|()| true),
            Act::Set { expected, value } => rows.compare_and_set(&key, expected.as_ref(), value.as_ref()),
        };
        self.note(|| format!("{act:?} of {id} gives {done:?}"));
        if let Err(error) = &done {
            self.judge("a call", error);
        }
        let Some(begun) = begun else { return };
        match done {
            Ok(true) => self.shared.end(&begun, None),
            Ok(false) => self.shared.model().end_otherwise(&begun, self.shared.machine.elapsed()),
            Err(error) => self.shared.end(&begun, Some(outcome(&error))),
        }
    }

    fn check(&self, id: u8, from: u64, found: &Value) {
        let mut model = self.shared.model();
        let to = model.moment();
        self.note(|| format!("row {id} is {found:?}"));
        self.shared.machine.check(model.check(&[id], from, to, found));
    }

    /// Puts several rows. After an error, nothing is known about any of them.
    fn put_all(&mut self) {
        let ids: BTreeSet<u8> = (0..4).map(|_| self.draw_id()).collect();
        let rows: Vec<_> = ids.into_iter().map(|id| (Row { id }, self.draw_value())).collect();
        self.write_rows("put all", &rows, |rows| {
            self.program.rows.put_all(rows.iter().map(|(row, value)| (row, value)))
        });
    }

    /// Loads rows that nobody else writes. If that fails, nobody writes them later.
    fn load(&mut self) {
        let first = IDS + self.shared.loads.fetch_add(3, Ordering::Relaxed);
        let rows: Vec<_> = (first..first + 3).map(|id| (Row { id: id as u8 }, self.draw_value())).collect();
        let is_done =
            self.write_rows("load", &rows, |rows| self.program.rows.load(rows.iter().map(|(row, value)| (row, value))));
        if is_done {
            self.shared.ids().extend(rows.iter().map(|(row, _)| row.id));
        }
    }

    fn write_rows(
        &self,
        call: &str,
        rows: &[(Row, Vec<u8>)],
        write: impl FnOnce(&[(Row, Vec<u8>)]) -> Result<(), TableError<HBaseError>>,
    ) -> bool {
        let begin =
            |(row, value): &(Row, Vec<u8>)| self.shared.model().begin(&[row.id], Action::Write(Some(value.clone())));
        let begun: Vec<_> = rows.iter().map(begin).collect();
        self.note(|| format!("{call} {begun:?}"));
        let done = write(rows);
        self.note(|| format!("{call} {begun:?} gives {done:?}"));
        if let Err(error) = &done {
            self.judge(call, error);
        }
        let outcome = done.is_err().then_some(Outcome::Unknown);
        begun.iter().for_each(|begun| self.shared.end(begun, outcome));
        done.is_ok()
    }

    /// Deletes the rows of a range.
    fn delete_all(&self) {
        let ids = self.shared.ids().clone();
        let begin = |id: &u8| self.shared.model().begin(&[*id], Action::Write(None));
        // It may delete each of them. A row that it does not find need not be deleted.
        let begun: Vec<_> = ids.iter().filter(|id| usize::from(**id) < IDS).map(begin).collect();
        let plan = Row::scan().id(..IDS as u8).plan().expect("a plan");
        self.note(|| "delete all".into());
        let done = self.program.rows.delete_all(&plan);
        self.note(|| format!("delete all gives {done:?}"));
        match &done {
            Err(TableError::NotDeleted { .. }) | Ok(_) => {}
            Err(error) => self.judge("delete all", error),
        }
        begun.iter().for_each(|begun| self.shared.end(begun, Some(Outcome::Unknown)));
    }

    /// Scans the rows of a color.
    fn find(&mut self) {
        let color = COLORS[self.rng.usize(..COLORS.len())];
        let (from, was_built) = (self.shared.model().moment(), self.shared.is_built.load(Ordering::Relaxed));
        for (found, may_be_missing) in [(self.find_by_color(color), false), (self.find_by_last(color), !was_built)] {
            match found {
                Ok(found) => found.iter().for_each(|(id, value)| self.check(*id, from, &Some(value.clone()))),
                Err(TableError::NotBuilt { .. }) if may_be_missing => {}
                Err(error) => self.judge("a scan", &error),
            }
        }
    }

    fn find_by_color(&self, color: u8) -> Result<Vec<(u8, Vec<u8>)>, TableError<HBaseError>> {
        let Program { rows, by_color, .. } = &self.program;
        let plan = ByColor::scan().color(color).plan().expect("a plan");
        let found: Vec<_> = rows.rows_by(by_color, &plan)?.collect::<Result<_, _>>()?;
        self.note(|| format!("color {color} has {found:?}"));
        if let Some(row) = found.iter().find(|(key, row, value)| !self::by_color(row, value).contains(key)) {
            self.shared.machine.fail(&format!("a row comes under a key that it does not have: {row:?}"));
        }
        Ok(found.into_iter().map(|(_, row, value)| (row.id, value)).collect())
    }

    fn find_by_last(&self, last: u8) -> Result<Vec<(u8, Vec<u8>)>, TableError<HBaseError>> {
        let Program { rows, by_last, .. } = &self.program;
        let plan = ByLast::scan().last(last).plan().expect("a plan");
        let found: Vec<_> = rows.rows_by(by_last, &plan)?.collect::<Result<_, _>>()?;
        self.note(|| format!("last color {last} has {found:?}"));
        if let Some(row) = found.iter().find(|(key, row, value)| self::by_last(row, value) != Some(*key)) {
            self.shared.machine.fail(&format!("a row comes under a key that it does not have: {row:?}"));
        }
        Ok(found.into_iter().map(|(_, row, value)| (row.id, value)).collect())
    }

    fn sweep(&self) {
        let done = self.program.rows.sweep(None, go_on);
        self.note(|| format!("sweep gives {done:?}"));
        if let Err(error) = done {
            self.judge("a sweep", &error);
        }
    }

    fn build(&self) {
        self.note(|| "build".into());
        let done = self.program.rows.reindex(None, go_on);
        self.note(|| format!("build gives {done:?}"));
        match done {
            Ok(_) => self.shared.is_built.store(true, Ordering::Relaxed),
            Err(error) => self.judge("a build", &error),
        }
    }

    /// Checks all rows when there are no more faults.
    fn finish(&self) {
        self.build();
        for id in 0..self.shared.loads.load(Ordering::Relaxed) + IDS {
            let id = id as u8;
            let from = self.shared.model().moment();
            let found = self.program.rows.get(&Row { id }).expect("a read without faults");
            self.check(id, from, &found);
        }
        self.check_found();
        // The first sweep fences some rows, so their tombstones are young.
        for _ in 0..2 {
            self.shared.machine.sleep(Duration::from_secs(25 * 3_600));
            self.sweep();
        }
        self.shared.machine.check(self.shared.network.gateway.look(check_swept));
        self.check_found();
    }

    /// Checks that scans by secondary keys find all rows.
    fn check_found(&self) {
        let plan = Row::scan().plan().expect("a plan");
        let rows: Vec<_> = self.program.rows.scan(&plan).and_then(Iterator::collect).expect("a scan without faults");
        for &color in COLORS {
            let by_color = self.find_by_color(color).expect("a scan without faults");
            let by_last = self.find_by_last(color).expect("a scan without faults");
            let has = |value: &[u8]| (colors(value).contains(&color), colors(value).last() == Some(&color));
            let of = |is_it: fn((bool, bool)) -> bool| -> Vec<_> {
                let rows = rows.iter().filter(|(_, value)| is_it(has(value)));
                rows.map(|(row, value): &(Row, Vec<u8>)| (row.id, value.clone())).collect()
            };
            if by_color != of(|has| has.0) || by_last != of(|has| has.1) {
                let machine = &self.shared.machine;
                machine.fail(&format!("color {color} finds {by_color:?} and {by_last:?}, and there are {rows:?}"));
            }
        }
    }
}

fn outcome(error: &TableError<HBaseError>) -> Outcome {
    match error {
        TableError::Store(HBaseError::OutcomeUnknown { .. }) => Outcome::Unknown,
        _ => Outcome::Never,
    }
}

fn value_of(row: &StoredRow) -> Option<&[u8]> {
    row.cell(&(b"f".to_vec(), b"v".to_vec())).map(|(_, value)| value)
}

/// Returns the number of a table, and the keys of the entries of a row there.
fn entries_of(key: &[u8], value: &[u8]) -> [Vec<Vec<u8>>; 2] {
    let row = Row { id: key[0] };
    let by_color = by_color(&row, value).iter().map(|key| key.encode().expect("a key").to_vec()).collect();
    let by_last = by_last(&row, value).iter().map(|key| key.encode().expect("a key").to_vec()).collect();
    [by_color, by_last]
}

/// Checks that each row has its entries, as HBase stores them.
fn check_rows(tables: &Tables, is_built: bool) -> Result<(), String> {
    for (key, row) in &tables[TABLES[0]].rows {
        let Some(value) = value_of(row) else { continue };
        for (entries, table) in entries_of(key, value).iter().zip(&TABLES[1..2 + usize::from(is_built)]) {
            let has = |entry: &Vec<u8>| tables[*table].rows.get(entry).and_then(value_of) == Some(key);
            if let Some(missing) = entries.iter().find(|entry| !has(entry)) {
                return Err(format!("row {key:?} is {}, and `{table}` lacks {missing:?}", value.escape_ascii()));
            }
        }
    }
    Ok(())
}

/// Checks that there are no stale entries and no tombstones.
fn check_swept(tables: &Tables) -> Result<(), String> {
    let rows = &tables[TABLES[0]].rows;
    for (number, table) in TABLES.iter().enumerate().skip(1) {
        let is_stale = |(key, entry): &(&Vec<u8>, &StoredRow)| {
            let Some(row) = value_of(entry) else { return false };
            let value = rows.get(row).and_then(value_of);
            !value.is_some_and(|value| entries_of(row, value)[number - 1].contains(key))
        };
        if let Some((key, _)) = tables[*table].rows.iter().find(is_stale) {
            return Err(format!("the entry {key:?} of `{table}` is stale after a sweep"));
        }
    }
    let version = (VERSION_FAMILY.as_bytes().to_vec(), b"v".to_vec());
    let is_tombstone = |(_, row): &(&Vec<u8>, &StoredRow)| row.cell(&version).is_some() && value_of(row).is_none();
    match rows.iter().find(is_tombstone) {
        Some((key, _)) => Err(format!("row {key:?} is a tombstone after a sweep")),
        None => Ok(()),
    }
}

fn run(seed: u64) -> History {
    Machine::run(seed, move |machine| history(machine, Rng::with_seed(seed)))
}

fn history(machine: &Arc<Machine>, mut rng: Rng) {
    let is_framed = rng.bool();
    let network = Network::new(machine, rng.fork(), is_framed);
    machine.set_network(&network);
    let options = options(&mut rng, is_framed).connections(8).batch_rows(8);
    let is_calm = rng.u8(..4) == 0;
    let (faults, moves, refuses) = if is_calm { (Faults::default(), 0.0, 0.0) } else { weather(&mut rng) };
    let crashes = if is_calm { 0.0 } else { [0.0, 0.3, 0.8][rng.usize(..3)] };
    machine.note(|| format!("{faults:?}, moves {moves}, refuses {refuses}, crashes {crashes}, {options:?}"));
    let connect = |_| options.clone().connect("gateway:9090").expect("a gateway without faults");
    let clients = (0..PROCESSES).map(connect).collect();
    let shared = Arc::new(Shared {
        machine: Arc::clone(machine),
        network: Arc::clone(&network),
        clients: Mutex::new(clients),
        model: Mutex::new(Model::new(Writers::Many)),
        ids: Mutex::new((0..IDS as u8).collect()),
        loads: AtomicUsize::new(0),
        processes: AtomicUsize::new(0),
        is_built: Arc::default(),
        retry_for: options.retry_for,
        crashes: 0.0,
        is_calm,
        has_few_values: rng.bool(),
    });
    make_tables(&shared);
    let last = shared.clients.lock().unwrap_or_else(PoisonError::into_inner).remove(0);
    fill(&shared, &mut rng);
    let mut shared = Arc::try_unwrap(shared).unwrap_or_else(|_| panic!("nobody else has it"));
    shared.crashes = crashes;
    let shared = Arc::new(shared);
    network.set_faults(faults);
    network.gateway.disturb(moves, refuses);
    let writer = |_| {
        let (shared, rng) = (Arc::clone(&shared), rng.fork());
        shuttle::thread::spawn(move || Writer::begin(&shared, rng, true).into_iter().for_each(Writer::calls))
    };
    let threads: Vec<_> = (0..3).map(writer).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    // All late messages arrive.
    network.set_faults(Faults::default());
    network.gateway.disturb(0.0, 0.0);
    machine.sleep(Duration::from_secs(3_600));
    if machine.has_failed() {
        return;
    }
    let mut shared = Arc::try_unwrap(shared).unwrap_or_else(|_| panic!("nobody else has it"));
    (shared.crashes, shared.is_calm) = (0.0, true);
    shared.clients = Mutex::new(vec![last]);
    let shared = Arc::new(shared);
    Writer::begin(&shared, rng.fork(), true).expect("a gateway without faults").finish();
    machine.check(shared.model().check_order());
}

/// Creates the tables, whose rows are checked from now on.
fn make_tables(shared: &Shared) {
    let clients = shared.clients.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let hbase = clients.first().expect("a client");
    create_tables(hbase, &shared.machine);
    let is_built = Arc::clone(&shared.is_built);
    shared.network.gateway.keep(move |tables| check_rows(tables, is_built.load(Ordering::Relaxed)));
}

fn create_tables(hbase: &HBase, machine: &Arc<Machine>) {
    for table in TABLES {
        hbase.create_split_table(table, &["f"], &[[2_u8], [b'b']]).expect("a table");
        hbase.add_version_family(table).expect("a table without this family");
    }
    // The regions reopen.
    machine.sleep(Duration::from_secs(1));
}

/// Writes rows by a program that does not know the second key, or writes none.
fn fill(shared: &Arc<Shared>, rng: &mut Rng) {
    let mut first = Writer::begin(shared, rng.fork(), false).expect("a gateway without faults");
    let has_rows = rng.bool();
    if has_rows {
        first.put_all();
    }
    shared.is_built.store(!has_rows, Ordering::Relaxed);
}

#[test]
fn writers_of_secondary_keys_keep_them() {
    histories::hold("cargo test -p rowkey-hbase --lib writers_of_secondary_keys", HISTORIES, run);
}

/// 64 processes write one row at the same time. Those that are overtaken until their time is over give up, and have not
/// written the row.
#[test]
fn many_writers_of_a_row_all_end() {
    for (retry_for, all_write) in [(Duration::from_secs(60), true), (Duration::from_millis(100), false)] {
        let (events, failure) = Machine::run(0, move |machine| {
            let network = Network::new(machine, Rng::with_seed(0), false);
            machine.set_network(&network);
            let options = HBase::builder().connections(64).retry_for(retry_for);
            let hbase = options.connect("gateway:9090").expect("a gateway without faults");
            create_tables(&hbase, machine);
            network.gateway.keep(|tables| check_rows(tables, true));
            let begun = machine.elapsed();
            let put = |process: usize| {
                let (machine, hbase) = (Arc::clone(machine), hbase.clone());
                shuttle::thread::spawn(move || {
                    machine.enter(process, 0);
                    let value = format!("{}:{process}", ["a", "bc"][process % 2]).into_bytes();
                    (value.clone(), Program::new(&hbase, true).rows.put(&Row { id: 0 }, value))
                })
            };
            let threads: Vec<_> = (1..=64).map(put).collect();
            let (mut written, mut contended) = (Vec::new(), 0);
            for thread in threads {
                match thread.join().expect("no panic") {
                    (value, Ok(())) => written.push(value),
                    (_, Err(TableError::Contended { .. })) => contended += 1,
                    (_, Err(error)) => machine.fail(&format!("a put fails: {error:?}")),
                }
            }
            machine.note(|| format!("{} are written, {contended} give up", written.len()));
            assert_eq!((contended == 0, written.is_empty()), (all_write, false));
            // Recording the secondary keys and the last attempt come on top.
            let most = if all_write { retry_for } else { retry_for * 4 };
            assert!(machine.elapsed() - begun < most, "{:?}", machine.elapsed() - begun);
            let Program { rows, by_last, .. } = Program::new(&hbase, true);
            let value = rows.get(&Row { id: 0 }).unwrap().expect("a row");
            assert!(written.contains(&value));
            let last = self::by_last(&Row { id: 0 }, &value).expect("a color").last;
            let plan = ByLast::scan().last(last).plan().unwrap();
            let found: Vec<_> = rows.rows_by(&by_last, &plan).unwrap().map(|row| row.unwrap().2).collect();
            assert_eq!(found, [value]);
        });
        assert_eq!(failure, None, "{}", events.join("\n"));
    }
}
