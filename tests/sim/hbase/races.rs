//! Rows with several writers. All calls on a row must fit into one order, whatever arrives first. If the writers are
//! programs of two neighboring steps, a get may return the value of any put that overlaps with it or with the last put.
//!
//! A history has a few short rounds, in which two or three threads call a table of one or two rows at the same time. The
//! rows of some histories have moved: each round begins with a put by a program of the step before, which knows the
//! older salt, so that the threads find the row at its older storage location.

use fastrand::Rng;
use rowkey::RowKey;
use rowkey_core::OwnedKey;
use rowkey_store::{Batch, Store, Table, TableError};
use simulation::histories::{self, History};
use simulation::model::{Action, Begun, Model, Outcome, Value, Writers};
use simulation::races::Act;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::history::{options, weather};
use super::machine::Machine;
use super::network::{Faults, Network};
use crate::{HBaseError, HBaseStore};

/// The number of histories in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 3_000;

/// A row that has always had the same key.
#[derive(RowKey, Debug, Clone, Copy)]
struct Still {
    id: u8,
}

/// A row that has moved.
#[derive(RowKey, Debug, Clone, Copy)]
pub(super) struct Moved {
    #[salt(buckets = 8, was(4))]
    pub(super) id: u8,
}

/// The key type of the step before.
pub(super) mod before {
    #[derive(rowkey::RowKey, Debug, Clone, Copy)]
    pub(in super::super) struct Moved {
        #[salt(buckets = 4, was(8))]
        pub(in super::super) id: u8,
    }

    rowkey::laws!(Moved);
}

rowkey::laws!(Still, Moved);

/// Returns the ids of rows whose two keys differ.
pub(super) fn ids() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|&id| bytes(&Moved { id }) != bytes(&before::Moved { id }))
}

/// What the threads of a history share.
#[derive(Clone)]
struct Race {
    machine: Arc<Machine>,
    network: Arc<Network>,
    store: HBaseStore,
    model: Arc<Mutex<Model>>,
    ids: Vec<u8>,
    has_few_values: bool,
    /// `true` if there are no faults.
    is_calm: bool,
    /// `true` if programs of two neighboring steps call the table at the same time. Then no thread compares and sets, which
    /// does not see what the other program puts, and no thread rekeys.
    has_two_steps: bool,
}

/// A thread that writes rows which other threads write too.
struct Racer<K> {
    race: Race,
    rng: Rng,
    number: usize,
    calls: usize,
    key: fn(u8) -> K,
}

/// The maximum time of a call without faults, with the calls that it waits for.
const PROMPT: Duration = Duration::from_secs(1);

impl<K: OwnedKey + Debug + Send + 'static> Racer<K> {
    fn model(&self) -> MutexGuard<'_, Model> {
        self.race.model()
    }

    fn table(&self) -> Table<K, HBaseStore> {
        Table::new(self.race.store.clone())
    }

    /// A program of the step before puts each row at its older storage location. No other call is on its way.
    fn fill(&mut self) {
        let table = Table::<before::Moved, _>::new(self.race.store.clone());
        for &id in &self.race.ids {
            self.calls += 1;
            let value = format!("before.{}.{}", self.number, self.calls);
            let begun = self.model().begin(&[id], Action::Write(Some(value.clone().into_bytes())));
            let done = table.put(&before::Moved { id }, value);
            self.race.machine.note(|| format!("{}: an older program puts {id}: {done:?}", self.number));
            self.end(&begun, done.map_or(Some(Outcome::Unknown), |()| None));
        }
    }

    /// Ends a call with this outcome, or as done.
    fn end(&self, begun: &Begun, outcome: Option<Outcome>) {
        let (mut model, elapsed) = (self.model(), self.race.machine.elapsed());
        let now = model.moment();
        self.race.machine.check(model.end(begun, outcome.unwrap_or(Outcome::Done(now)), elapsed));
    }

    /// Makes calls in a process of its own, whose clock has the same time as the others.
    fn calls_in(mut self, process: usize) -> Self {
        self.race.machine.enter(process, 0);
        self.calls();
        self
    }

    fn calls(&mut self) {
        // The calls of a round begin close to each other, or spread over the time that some calls take.
        let pause = 1 << self.rng.u32(8..14);
        for _ in 0..self.rng.usize(1..6) {
            self.race.machine.sleep(Duration::from_micros(self.rng.u64(..pause)));
            match self.rng.u8(..24) {
                0 if K::LAYOUT.has_older_rows() && !self.race.has_two_steps => self.rekey(),
                _ => self.call(),
            }
        }
    }

    fn call(&mut self) {
        let id = self.race.ids[self.rng.usize(..self.race.ids.len())];
        let row = vec![id];
        self.calls += 1;
        let fresh = format!("{}.{}", self.number, self.calls);
        let (act, begun, from) = {
            let mut model = self.race.model();
            let from = model.moment();
            let values = model.candidates(&row, from, from);
            let act = match self.race.has_two_steps {
                true => Act::draw_plain(&mut self.rng, &fresh),
                false => Act::draw(&mut self.rng, self.race.has_few_values, &fresh, &values),
            };
            let begun = act.change().map(|action| model.begin(&row, action));
            (act, begun, from)
        };
        self.race.machine.note(|| format!("{}: {act:?} of {id}", self.number));
        let (table, key, start) = (self.table(), (self.key)(id), self.race.machine.elapsed());
        let done = match &act {
            Act::Get => table.get(&key).map(|found| {
                self.check(&row, from, &found);
                true
            }),
            Act::Write(Some(value)) => table.put(&key, value).map(|()| true),
            Act::Write(None) => table.delete(&key).map(|()| true),
            Act::Set { expected, value } => table.compare_and_set(&key, expected.as_ref(), value.as_ref()),
        };
        let took = self.race.machine.elapsed() - start;
        self.race.machine.note(|| format!("{}: {act:?} of {id} gives {done:?}", self.number));
        if self.race.is_calm && (done.is_err() || took > PROMPT) {
            self.race.machine.fail(&format!("{act:?} of {id} gives {done:?} after {took:?}, and there are no faults"));
        }
        let Some(begun) = begun else { return };
        match done {
            Ok(true) => self.end(&begun, None),
            Ok(false) => self.model().end_otherwise(&begun, self.race.machine.elapsed()),
            // A put of a row that has moved is two calls.
            Err(error) if matches!(act, Act::Set { .. }) => self.end(&begun, Some(outcome(&error))),
            Err(_) => self.end(&begun, Some(Outcome::Unknown)),
        }
    }

    /// Reads all rows. There are no faults any more.
    fn read_all(&self) -> Vec<Value> {
        let read = |&id: &u8| {
            let from = self.model().moment();
            let found = self.table().get(&(self.key)(id)).expect("a read without faults");
            self.check(&[id], from, &found);
            found
        };
        self.race.ids.iter().map(read).collect()
    }

    fn check(&self, row: &[u8], from: u64, found: &Value) {
        let mut model = self.model();
        let to = model.moment();
        self.race.machine.note(|| format!("{}: row {row:?} is {found:?}", self.number));
        self.race.machine.check(model.check(row, from, to, found));
    }

    /// Copies all rows to their current keys, or deletes the copied rows.
    fn rekey(&mut self) {
        let (table, is_copy) = (self.table(), self.rng.bool());
        let go_on = |_: &_| ControlFlow::Continue(());
        let done = if is_copy { table.rekey(None, go_on) } else { table.finish_rekey(None, go_on) };
        self.race.machine.note(|| format!("{}: rekey, copies {is_copy}: {done:?}", self.number));
    }
}

fn outcome(error: &TableError<HBaseError>) -> Outcome {
    match error {
        TableError::Store(HBaseError::OutcomeUnknown { .. }) => Outcome::Unknown,
        _ => Outcome::Never,
    }
}

fn run(seed: u64) -> History {
    Machine::run(seed, move |machine| {
        let mut rng = Rng::with_seed(seed);
        if rng.bool() { race(machine, rng, |id| Moved { id }) } else { race(machine, rng, |id| Still { id }) }
    })
}

impl Race {
    /// Begins a history with an empty table and a network without faults.
    fn begin(machine: &Arc<Machine>, rng: &mut Rng) -> Self {
        let is_framed = rng.bool();
        let network = Network::new(machine, rng.fork(), is_framed);
        machine.set_network(&network);
        let options = options(rng, is_framed).connections(8).batch_rows(8);
        let hbase = options.connect("gateway:9090").expect("a gateway without faults");
        hbase.create_split_table("t", &["f"], &[[2_u8]]).expect("a table");
        // The order of two turns depends on the keys.
        let ids = ids().skip(rng.usize(..100)).take(rng.usize(1..=2)).collect();
        let model = Arc::new(Mutex::new(Model::new(Writers::Many)));
        let (has_few_values, is_calm) = (rng.bool(), rng.bool());
        let (machine, store) = (Arc::clone(machine), hbase.table("t", "f"));
        Self { machine, network, store, model, ids, has_few_values, is_calm, has_two_steps: false }
    }

    fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn racer<K>(&self, number: usize, rng: Rng, key: fn(u8) -> K) -> Racer<K> {
        Racer { race: self.clone(), rng, number, calls: 0, key }
    }
}

fn race<K: OwnedKey + Debug + Send + 'static>(machine: &Arc<Machine>, mut rng: Rng, key: fn(u8) -> K) {
    let race = Race::begin(machine, &mut rng);
    let (faults, moves, refuses) = if race.is_calm { (Faults::default(), 0.0, 0.0) } else { weather(&mut rng) };
    machine.note(|| format!("{faults:?}, moves {moves}, refuses {refuses}"));
    let (racers, mut seeds) = (rng.usize(2..=3), rng.fork());
    let mut racers: Vec<_> = (0..racers).map(|number| race.racer(number, seeds.fork(), key)).collect();
    let disturb = |faults, moves, refuses| {
        race.network.set_faults(faults);
        race.network.gateway.disturb(moves, refuses);
    };
    for _ in 0..rng.usize(1..4) {
        if K::LAYOUT.has_older_rows() {
            racers[0].fill();
        }
        disturb(faults, moves, refuses);
        let call = |mut racer: Racer<K>| {
            shuttle::thread::spawn(move || {
                racer.calls();
                racer
            })
        };
        let threads: Vec<_> = racers.into_iter().map(call).collect();
        racers = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        disturb(Faults::default(), 0.0, 0.0);
    }
    // All late messages arrive. Then every row is read once more.
    machine.sleep(Duration::from_secs(3_600));
    racers[0].read_all();
    machine.check(race.model().check_order());
}

/// Programs of two neighboring steps call a table at the same time. Each is a process of its own. After a round, both read
/// the same rows. There are no faults, because a put that fails in its middle leaves a row under each key.
fn race_of_steps(machine: &Arc<Machine>, mut rng: Rng) {
    let race = Race::begin(machine, &mut rng);
    let race = Race { has_two_steps: true, has_few_values: false, is_calm: true, ..race };
    let mut old = race.racer(0, rng.fork(), |id| before::Moved { id });
    let mut new = race.racer(1, rng.fork(), |id| Moved { id });
    for _ in 0..rng.usize(1..4) {
        let of_old = shuttle::thread::spawn(|| old.calls_in(1));
        let of_new = shuttle::thread::spawn(|| new.calls_in(2));
        (old, new) = (of_old.join().unwrap(), of_new.join().unwrap());
        let found = [old.read_all(), new.read_all()];
        if found[0] != found[1] {
            machine.fail(&format!("the programs find different rows: {found:?}"));
        }
    }
}

#[test]
fn writers_of_a_row_take_effect_in_an_order() {
    histories::hold("cargo test -p rowkey-hbase --lib writers_of_a_row", HISTORIES, run);
}

#[test]
fn programs_of_two_steps_lose_no_row() {
    histories::hold("cargo test -p rowkey-hbase --lib programs_of_two_steps", HISTORIES, |seed| {
        Machine::run(seed, move |machine| race_of_steps(machine, Rng::with_seed(seed)))
    });
}

/// A batch of deletes shares its turns at all keys of a row. Otherwise, a compare-and-set of some rows comes in between.
/// For that, a delete has to wait for a connection after it has its timestamp.
#[test]
fn deletes_of_many_rows_and_compare_and_sets_have_an_order() {
    for seed in 0..200 {
        let (events, failure) = Machine::run(seed, move |machine| {
            let mut rng = Rng::with_seed(seed);
            let network = Network::new(machine, rng.fork(), false);
            machine.set_network(&network);
            let options = options(&mut rng, false).connections(8).batch_rows(8);
            let hbase = options.connect("gateway:9090").expect("a gateway without faults");
            hbase.create_split_table("t", &["f"], &[[2_u8]]).expect("a table");
            delete_and_set(machine, &hbase.table("t", "f"));
        });
        assert_eq!(failure, None, "seed {seed}:\n{}", events.join("\n"));
    }
}

/// Deletes rows at both storage locations, and sets them at the same time.
fn delete_and_set(machine: &Machine, store: &HBaseStore) {
    let (old, new) = (Table::<before::Moved, _>::new(store.clone()), Table::<Moved, _>::new(store.clone()));
    let ids: Vec<u8> = ids().take(24).collect();
    for (at, &id) in ids.iter().enumerate() {
        match at % 2 {
            0 => old.put(&before::Moved { id }, "old").expect("no faults"),
            _ => new.put(&Moved { id }, "old").expect("no faults"),
        }
    }
    let set = |(at, &id): (usize, &u8)| {
        let (table, pause) = (Table::<Moved, _>::new(store.clone()), fastrand::u64(..20_000));
        shuttle::thread::spawn(move || {
            Machine::current().expect("a machine").sleep(Duration::from_micros(pause));
            let expected = (at % 4 < 2).then_some("old");
            (id, expected, table.compare_and_set(&Moved { id }, expected, Some("new")).expect("no faults"))
        })
    };
    let sets: Vec<_> = ids.iter().enumerate().map(set).collect();
    let mut batch = Batch::new();
    ids.iter().for_each(|&id| _ = batch.delete_in_order([bytes(&Moved { id }), bytes(&before::Moved { id })]));
    store.write(&batch).expect("no faults");
    for (id, expected, is_set) in sets.into_iter().map(|set| set.join().unwrap()) {
        // A row that was set to `new` without a row before it was set after the delete, and any other one before it.
        let result = (is_set && expected.is_none()).then(|| b"new".to_vec());
        let found = new.get(&Moved { id }).expect("no faults");
        if found != result {
            machine.fail(&format!("row {id}, {expected:?} was set: {is_set}, is {found:?}"));
        }
    }
}

pub(super) fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.encode().expect("a key").into()
}
