//! Rows with several writers. All calls on a row must fit into one order, whatever arrives first. If the writers are
//! programs of two neighboring steps, a get may return the value of any put that overlaps with it or with the last put.
//!
//! A history has a few short rounds, in which two or three tasks call a table of one or two rows at the same time. The
//! rows of some histories have moved: each round begins with a put by a program of the step before, which knows the
//! older salt, so that the tasks find the row at its older storage location.
//!
//! Some faults make a copy of a put arrive late, which restores a row that was deleted in the meantime. The service
//! records that for the key where it happens. So histories with these faults have only rows that never move, and each
//! value is written once.

use fastrand::Rng;
use futures_util::future::{join, join_all};
use rowkey::RowKey;
use rowkey_core::OwnedKey;
use rowkey_store::{AsyncTable, Batch, TableError};
use simulation::histories::{self, History};
use simulation::model::{Action, Begun, Outcome, Value};
use simulation::races::Act;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

use super::faults::Faults;
use super::history::{config, weather};
use super::machine::{Machine, Process};
use super::network::Network;
use crate::{Bigtable, BigtableError, BigtableStore};

/// The number of histories in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 2_000;

/// A row that has always had the same key.
#[derive(RowKey, Debug, Clone, Copy)]
struct Still {
    id: u8,
}

/// A row that has moved.
#[derive(RowKey, Debug, Clone, Copy)]
struct Moved {
    #[salt(buckets = 8, was(4))]
    id: u8,
}

/// The key type of the step before.
mod before {
    #[derive(rowkey::RowKey, Debug, Clone, Copy)]
    pub(super) struct Moved {
        #[salt(buckets = 4, was(8))]
        pub(super) id: u8,
    }

    rowkey::laws!(Moved);
}

rowkey::laws!(Still, Moved);

/// The maximum time of a call without faults, with the calls that it waits for.
const PROMPT: Duration = Duration::from_secs(1);

/// Returns the ids of rows whose two keys differ.
fn ids() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|&id| bytes(&Moved { id }) != bytes(&before::Moved { id }))
}

/// The faults of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weather {
    Calm,
    /// No write arrives after its attempt.
    Gentle,
    Any,
}

/// What the tasks of a history share.
#[derive(Clone)]
struct Race {
    machine: Arc<Machine>,
    network: Arc<Network>,
    store: BigtableStore,
    ids: Vec<u8>,
    has_few_values: bool,
    weather: Weather,
    /// `true` if programs of two neighboring steps call the table at the same time. Then no task compares and sets, which
    /// does not see what the other program puts, and no task rekeys.
    has_two_steps: bool,
}

/// A task that writes rows which other tasks write too.
struct Racer<K> {
    race: Race,
    rng: Rng,
    number: usize,
    calls: usize,
    key: fn(u8) -> K,
}

impl<K: OwnedKey + Debug + Send + Sync + 'static> Racer<K> {
    fn table(&self) -> AsyncTable<K, BigtableStore> {
        AsyncTable::new(self.race.store.clone())
    }

    /// Returns the name of a row in the model. With the storage key as its name, it includes late copies.
    fn row(&self, id: u8) -> Vec<u8> {
        if self.race.weather == Weather::Any { bytes(&(self.key)(id)) } else { vec![0xFF, 0xFF, id] }
    }

    /// A program of the step before puts each row at its older storage location. No other call is on its way.
    async fn fill(&mut self) {
        let table = AsyncTable::<before::Moved, _>::new(self.race.store.clone());
        for &id in &self.race.ids {
            self.calls += 1;
            let value = format!("before.{}.{}", self.number, self.calls);
            let begun =
                self.race.network.service.model().begin(&self.row(id), Action::Write(Some(value.clone().into_bytes())));
            let done = table.put(&before::Moved { id }, value).await;
            self.race.machine.note(|| format!("{}: an older program puts {id}: {done:?}", self.number));
            self.end(&begun, done.map_or(Some(Outcome::Unknown), |()| None));
        }
    }

    /// Ends a call with this outcome, or as done.
    fn end(&self, begun: &Begun, outcome: Option<Outcome>) {
        let (mut model, elapsed) = (self.race.network.service.model(), self.race.machine.elapsed());
        let now = model.moment();
        self.race.machine.check(model.end(begun, outcome.unwrap_or(Outcome::Done(now)), elapsed));
    }

    async fn calls(&mut self) {
        // The calls of a round begin close to each other, or spread over the time that some calls take.
        let pause = 1 << self.rng.u32(8..14);
        for _ in 0..self.rng.usize(1..6) {
            sleep(Duration::from_micros(self.rng.u64(..pause))).await;
            match self.rng.u8(..24) {
                0 if K::LAYOUT.has_older_rows() && !self.race.has_two_steps => self.rekey().await,
                _ => self.call().await,
            }
        }
    }

    async fn call(&mut self) {
        let id = self.race.ids[self.rng.usize(..self.race.ids.len())];
        let row = self.row(id);
        self.calls += 1;
        let fresh = format!("{}.{}", self.number, self.calls);
        let (act, begun, from) = {
            let mut model = self.race.network.service.model();
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
            Act::Get => table.get(&key).await.map(|found| {
                self.check(&row, from, &found);
                true
            }),
            Act::Write(Some(value)) => table.put(&key, value).await.map(|()| true),
            Act::Write(None) => table.delete(&key).await.map(|()| true),
            Act::Set { expected, value } => table.compare_and_set(&key, expected.as_ref(), value.as_ref()).await,
        };
        let took = self.race.machine.elapsed() - start;
        self.race.machine.note(|| format!("{}: {act:?} of {id} gives {done:?}", self.number));
        if self.race.weather == Weather::Calm && (done.is_err() || took > PROMPT) {
            self.race.machine.fail(&format!("{act:?} of {id} gives {done:?} after {took:?}, and there are no faults"));
        }
        let Some(begun) = begun else { return };
        match done {
            Ok(true) => self.end(&begun, None),
            Ok(false) => self.race.network.service.model().end_otherwise(&begun, self.race.machine.elapsed()),
            // A put of a row that has moved is two calls.
            Err(error) if matches!(act, Act::Set { .. }) => self.end(&begun, Some(outcome(&error))),
            Err(_) => self.end(&begun, Some(Outcome::Unknown)),
        }
    }

    /// Reads all rows. There are no faults any more.
    async fn read_all(&self) {
        for &id in &self.race.ids {
            let from = self.race.network.service.model().moment();
            let mut found = self.table().get(&(self.key)(id)).await;
            // A connection that has stalled before can still fail.
            for _ in 0..8 {
                if found.is_err() {
                    found = self.table().get(&(self.key)(id)).await;
                }
            }
            self.check(&self.row(id), from, &found.expect("a read without faults"));
        }
    }

    fn check(&self, row: &[u8], from: u64, found: &Value) {
        let mut model = self.race.network.service.model();
        let to = model.moment();
        self.race.machine.note(|| format!("{}: row {row:?} is {found:?}", self.number));
        self.race.machine.check(model.check(row, from, to, found));
    }

    /// Copies all rows to their current keys, or deletes the copied rows.
    async fn rekey(&mut self) {
        let (table, is_copy) = (self.table(), self.rng.bool());
        let go_on = |_: &_| ControlFlow::Continue(());
        let done = if is_copy { table.rekey(None, go_on).await } else { table.finish_rekey(None, go_on).await };
        self.race.machine.note(|| format!("{}: rekey, copies {is_copy}: {done:?}", self.number));
    }
}

fn outcome(error: &TableError<BigtableError>) -> Outcome {
    match error {
        TableError::Store(BigtableError::OutcomeUnknown { .. }) => Outcome::Unknown,
        _ => Outcome::Never,
    }
}

fn run(seed: u64) -> History {
    let mut rng = Rng::with_seed(seed);
    let weather = [Weather::Calm, Weather::Gentle, Weather::Any][rng.usize(..3)];
    if rng.bool() && weather != Weather::Any {
        Machine::run(seed, move |machine| race(machine, rng, weather, |id| Moved { id }))
    } else {
        Machine::run(seed, move |machine| race(machine, rng, weather, |id| Still { id }))
    }
}

impl Race {
    /// Begins a history with an empty table and a network without faults.
    async fn begin(machine: Arc<Machine>, rng: &mut Rng, weather: Weather) -> Self {
        let config = config(rng);
        let network = Network::new(&machine, rng.fork(), &config);
        machine.set_network(&network);
        let bigtable = Bigtable::connect(config).await.expect("a connection without faults");
        bigtable.create_split_table("t", &["f"], &[[2_u8]]).await.expect("a table");
        // The order of two turns depends on the keys.
        let ids = ids().skip(rng.usize(..100)).take(rng.usize(1..=2)).collect();
        let has_few_values = weather != Weather::Any && rng.bool();
        let store = bigtable.table("t", "f");
        Self { machine, network, store, ids, has_few_values, weather, has_two_steps: false }
    }

    fn racer<K>(&self, number: usize, rng: Rng, key: fn(u8) -> K) -> Racer<K> {
        Racer { race: self.clone(), rng, number, calls: 0, key }
    }

    /// Draws the faults of the history.
    fn faults(&self, rng: &mut Rng) -> Faults {
        let faults = faults(rng, self.weather);
        self.machine.note(|| format!("{:?}: {faults:?}", self.weather));
        faults
    }
}

async fn race<K: OwnedKey + Debug + Send + Sync + 'static>(
    machine: Arc<Machine>,
    mut rng: Rng,
    weather: Weather,
    key: fn(u8) -> K,
) {
    let race = Race::begin(machine, &mut rng, weather).await;
    let faults = race.faults(&mut rng);
    let (racers, mut seeds) = (rng.usize(2..=3), rng.fork());
    let mut racers: Vec<_> = (0..racers).map(|number| race.racer(number, seeds.fork(), key)).collect();
    for _ in 0..rng.usize(1..4) {
        if K::LAYOUT.has_older_rows() {
            racers[0].fill().await;
        }
        race.network.set_faults(faults);
        let calls = |mut racer: Racer<K>| {
            tokio::spawn(async move {
                racer.calls().await;
                racer
            })
        };
        let tasks: Vec<_> = racers.into_iter().map(calls).collect();
        racers = join_all(tasks).await.into_iter().collect::<Result<_, _>>().expect("no panic");
        race.network.set_faults(Faults::default());
    }
    // All late messages arrive. Then every row is read once more.
    sleep(Duration::from_secs(3_600)).await;
    racers[0].read_all().await;
    race.machine.check(race.network.service.model().check_order());
}

/// Programs of two neighboring steps call a table at the same time. Each is a process of its own.
///
/// There are no faults. A put that fails in its middle leaves a row under each key. And a put can arrive once more after a
/// put of the other program has deleted it. It then stays under its key, because Bigtable keeps no trace of a delete.
async fn race_of_steps(machine: Arc<Machine>, mut rng: Rng) {
    let race = Race::begin(machine, &mut rng, Weather::Calm).await;
    let race = Race { has_two_steps: true, has_few_values: false, ..race };
    let mut old = race.racer(0, rng.fork(), |id| before::Moved { id });
    let mut new = race.racer(1, rng.fork(), |id| Moved { id });
    let processes = [0; 2].map(Process::new);
    for _ in 0..rng.usize(1..4) {
        let [of_old, of_new] = processes.clone();
        join(of_old.run(old.calls()), of_new.run(new.calls())).await;
        old.read_all().await;
        new.read_all().await;
    }
}

/// Draws the faults of a history.
fn faults(rng: &mut Rng, weather_of_history: Weather) -> Faults {
    let any = weather(rng);
    match weather_of_history {
        Weather::Calm => Faults::default(),
        Weather::Gentle => {
            let Faults { refuse, says, goes_away, moves, pause, .. } = any;
            Faults { refuse, says, goes_away, moves, pause, ..Faults::default() }
        }
        Weather::Any => any,
    }
}

#[test]
fn writers_of_a_row_take_effect_in_an_order() {
    histories::hold("cargo test -p rowkey-bigtable --lib writers_of_a_row", HISTORIES, run);
}

#[test]
fn programs_of_two_steps_lose_no_row() {
    histories::hold("cargo test -p rowkey-bigtable --lib programs_of_two_steps", HISTORIES, |seed| {
        Machine::run(seed, move |machine| race_of_steps(machine, Rng::with_seed(seed)))
    });
}

/// Runs 200 histories of a table without rows, with a network that has no faults yet.
fn for_200_seeds(history: impl AsyncFn(Arc<Machine>, Arc<Network>, BigtableStore) + Copy) {
    for seed in 0..200 {
        let (events, failure) = Machine::run(seed, move |machine| async move {
            let mut rng = Rng::with_seed(seed);
            let config = config(&mut rng);
            let network = Network::new(&machine, rng.fork(), &config);
            machine.set_network(&network);
            let bigtable = Bigtable::connect(config).await.expect("a connection without faults");
            bigtable.create_split_table("t", &["f"], &[[2_u8]]).await.expect("a table");
            history(machine, network, bigtable.table("t", "f")).await;
        });
        assert_eq!(failure, None, "seed {seed}:\n{}", events.join("\n"));
    }
}

/// A batch of deletes shares its turns at all keys of a row. Otherwise, a compare-and-set of some rows comes in between.
#[test]
fn deletes_of_many_rows_and_compare_and_sets_have_an_order() {
    for_200_seeds(async |machine, _network, store| {
        let (old, new) =
            (AsyncTable::<before::Moved, _>::new(store.clone()), AsyncTable::<Moved, _>::new(store.clone()));
        let ids: Vec<u8> = ids().take(24).collect();
        for (at, &id) in ids.iter().enumerate() {
            match at % 2 {
                0 => old.put(&before::Moved { id }, "old").await.expect("no faults"),
                _ => new.put(&Moved { id }, "old").await.expect("no faults"),
            }
        }
        let set = async |(at, &id): (usize, &u8)| {
            sleep(Duration::from_micros(fastrand::u64(..20_000))).await;
            let expected = (at % 4 < 2).then_some("old");
            (id, expected, new.compare_and_set(&Moved { id }, expected, Some("new")).await.expect("no faults"))
        };
        let mut batch = Batch::new();
        ids.iter().for_each(|&id| _ = batch.delete_in_order([bytes(&Moved { id }), bytes(&before::Moved { id })]));
        let (deleted, sets) = join(store.write(&batch), join_all(ids.iter().enumerate().map(set))).await;
        deleted.expect("no faults");
        for (id, expected, is_set) in sets {
            // A row that was set to `new` without a row before it was set after the delete, and any other one before it.
            let result = (is_set && expected.is_none()).then(|| b"new".to_vec());
            let found = new.get(&Moved { id }).await.expect("no faults");
            if found != result {
                machine.fail(&format!("row {id}, {expected:?} was set: {is_set}, is {found:?}"));
            }
        }
    });
}

/// A row is at two storage locations, because a program of the step before has ended in the middle of a put. A delete
/// that fails does not bring the older version back.
#[test]
fn a_delete_that_fails_leaves_the_row_as_it_was() {
    for_200_seeds(async |machine, network, store| {
        for id in ids().take(8) {
            let mut batch = Batch::new();
            batch.put(bytes(&Moved { id }), "older").put(bytes(&before::Moved { id }), "newer");
            store.write(&batch).await.expect("no faults");
            network.set_faults(Faults { moves: 0.7, says: 0.7, ..Faults::default() });
            let table = AsyncTable::<Moved, _>::new(store.clone());
            let deleted = table.delete(&Moved { id }).await;
            network.set_faults(Faults::default());
            sleep(Duration::from_secs(60)).await;
            let found = table.get(&Moved { id }).await.expect("no faults any more");
            if found.as_deref().is_some_and(|found| deleted.is_ok() || found != b"newer") {
                machine.fail(&format!("row {id} is {found:?} after {deleted:?}"));
            }
        }
    });
}

fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.encode().expect("a key").into()
}
