//! Random schedules: the clients of a history, their operations, and the fate of each message. A seed determines all of
//! them.

use fastrand::Rng;
use std::collections::BTreeSet;

use super::client::{Client, Job};
use super::message::{Fate, Message};
use super::mutants::Mutant;
use super::passes::{Builds, Sweeps};
use super::protocol::{Load, Millis, RowKey, Write};
use super::read::ReadBy;
use super::server::Engine;
use super::weather::{KINDS, LOAD, PLAIN, Weather};
use super::world::{KeyState, World};
use crate::histories::History;
use crate::model::{Action, Value};

/// The number of operations of a history.
const OPERATIONS: usize = 25;

/// The maximum number of messages of a history.
const MOST_STEPS: usize = 3_000;

/// The maximum number of messages of an operation that ends without faults.
const MOST_LAST_STEPS: usize = 400;

/// A time in which all operations end, and all messages arrive or are lost. It is longer than the grace of a sweep.
const A_DAY: Millis = 2_000_000;

/// The rows that operations write.
const ROWS: [u8; 2] = [0, 1];

/// The rows that are loaded before operations write them.
const LOADED_ROWS: [u8; 4] = [2, 3, 4, 5];

/// A running history.
struct Story {
    world: World,
    rng: Rng,
    weather: Weather,
    operations: usize,
    values: usize,
    /// The rows that may be written. A row that is loaded is not among them.
    rows: BTreeSet<RowKey>,
    /// The rows whose load has crashed. Its put may still be on its way.
    crashed_loads: BTreeSet<RowKey>,
    /// The steps that each client stalls.
    stalled: Vec<usize>,
    /// The number of operations before the programs know the new key.
    deploy_at: usize,
}

/// Runs the history of a seed.
pub(super) fn run(seed: u64, mutant: Option<Mutant>) -> Option<String> {
    Story::run(seed, mutant, false).1
}

/// Runs the history of a seed, with its events.
pub(super) fn run_noted(seed: u64, mutant: Option<Mutant>) -> History {
    Story::run(seed, mutant, true)
}

impl Story {
    fn run(seed: u64, mutant: Option<Mutant>, is_noted: bool) -> History {
        let mut story = Self::new(seed, mutant, is_noted);
        for _ in 0..MOST_STEPS {
            if story.operations >= OPERATIONS || story.world.failure.is_some() {
                break;
            }
            story.step();
        }
        story.finish();
        (story.world.events, story.world.failure)
    }

    fn new(seed: u64, mutant: Option<Mutant>, is_noted: bool) -> Self {
        let mut rng = Rng::with_seed(seed);
        let engine = if rng.bool() { Engine::HBase } else { Engine::Bigtable };
        let weather = Weather::draw(&mut rng);
        let mut world = World::new(engine, mutant, is_noted);
        world.has_plain_writes = weather.has_plain_writes();
        world.ttl = weather.ttl;
        let clients = rng.usize(2..=4);
        world.clients = (0..clients).map(|_| Client::new(weather.ahead(&mut rng), 1)).collect();
        world.note(|| format!("seed {seed}: {engine:?}, ttl {:?}, {mutant:?}", weather.ttl));
        let deploy_at = rng.usize(2..10);
        let rows = ROWS.iter().take(weather.rows).map(|row| vec![*row]).collect();
        let mut story = Self {
            world,
            rng,
            weather,
            operations: 0,
            values: 0,
            rows,
            crashed_loads: BTreeSet::new(),
            stalled: vec![0; clients],
            deploy_at,
        };
        story.put_old_rows();
        story
    }

    /// Writes rows from before the table had secondary keys.
    fn put_old_rows(&mut self) {
        for row in ROWS {
            if self.rng.u8(..4) == 0 {
                let value = self.draw_value('o');
                self.world.put_old_row(&[row], &value);
                self.world.wait(100);
            }
        }
    }

    fn draw_value(&mut self, origin: char) -> Vec<u8> {
        self.values += 1;
        let colors: String = self.weather.colors.chars().filter(|_| self.rng.u8(..3) > 0).collect();
        format!("{origin}{}:{colors}", self.values).into_bytes()
    }

    /// Draws a value that programs with secondary keys cannot read.
    fn draw_unreadable_value(&mut self) -> Vec<u8> {
        self.values += 1;
        format!("x{}", self.values).into_bytes()
    }

    fn step(&mut self) {
        self.world.wait([0, 0, 1, 1, 3, 40][self.rng.usize(..6)]);
        if self.world.late() > 0 && self.rng.f64() < self.weather.arrivals {
            let at = self.rng.usize(..self.world.late());
            self.world.arrive(at);
        }
        if self.rng.u8(..40) == 0 {
            self.wait_for_expiry();
        }
        if self.weather.has_days && self.rng.u16(..200) == 0 {
            self.pass_day();
        }
        // Without markers, a late copy of a load would restore a row that is deleted.
        if self.weather.weights[LOAD] == 0 && self.rng.u16(..200) == 0 {
            self.compact();
        }
        if self.weather.has_new_key && self.operations >= self.deploy_at && self.world.key_state == KeyState::Unknown {
            self.deploy();
        }
        let client = self.rng.usize(..self.world.clients.len());
        if self.stalled[client] > 0 {
            self.stalled[client] -= 1;
        } else if self.rng.f64() < self.weather.stalls {
            self.stalled[client] = self.rng.usize(..50);
        } else if self.world.clients[client].task.is_none() {
            self.operations += 1;
            self.begin(client);
        } else if self.rng.f64() < self.weather.crashes {
            let is_late = self.rng.bool();
            self.crash(client, is_late);
        } else {
            let fate = self.draw_fate();
            self.send(client, fate);
        }
    }

    fn draw_fate(&mut self) -> Fate {
        if self.rng.f64() >= self.weather.faults {
            return Fate::Arrives;
        }
        [Fate::ArrivesTwice, Fate::ArrivesTwice, Fate::IsLate, Fate::IsLost, Fate::LosesAnswer][self.rng.usize(..5)]
    }

    fn send(&mut self, client: usize, fate: Fate) {
        let row = self.loaded_row(client);
        self.world.send(client, fate);
        if self.world.clients[client].task.is_none() {
            self.rows.extend(row);
        }
    }

    fn crash(&mut self, client: usize, is_late: bool) {
        if self.world.loads_by_put() && !self.world.is(Mutant::LoadsAgainAtOnce) {
            self.crashed_loads.extend(self.loaded_row(client));
        }
        self.world.crash(client, is_late);
    }

    /// Returns the row that a client loads.
    fn loaded_row(&self, client: usize) -> Option<RowKey> {
        let task = self.world.clients[client].task.as_ref()?;
        task.row.clone().filter(|row| !self.rows.contains(row))
    }

    /// Begins an operation.
    fn begin(&mut self, client: usize) {
        if self.rng.u8(..20) == 0 {
            self.world.clients[client].ahead = self.weather.ahead(&mut self.rng);
        }
        let can_build = self.world.key_state >= KeyState::Written && self.world.clients[client].tables == 2;
        // The first build meets the most rows without entries.
        let builds_now = can_build && self.world.key_state == KeyState::Written && self.rng.bool();
        match self.draw_kind() {
            _ if builds_now => self.begin_build(client),
            0 => self.world.begin(client, Job::Sweep(Sweeps::default()), None, None),
            1 if can_build => self.begin_build(client),
            2 => self.world.begin(client, Job::ReadBy(ReadBy::default()), None, None),
            3 => {
                let row = self.draw_row();
                self.world.begin(client, Job::Get(row), None, None);
            }
            PLAIN if self.world.key_state == KeyState::Unknown => self.begin_plain(client),
            LOAD => self.begin_load(client),
            6 => self.begin_write(client, true),
            _ => self.begin_write(client, false),
        }
    }

    /// Draws a kind of operations, by their weights.
    fn draw_kind(&mut self) -> usize {
        let weights = &self.weather.weights;
        let mut drawn = self.rng.u32(..weights.iter().sum::<u32>().max(1));
        let is_next = |weight: &u32| {
            let is_next = drawn < *weight;
            drawn = drawn.saturating_sub(*weight);
            is_next
        };
        weights.iter().position(is_next).unwrap_or(KINDS - 1)
    }

    fn begin_build(&mut self, client: usize) {
        self.world.key_state = self.world.key_state.max(KeyState::Building);
        self.world.begin(client, Job::Build(Builds::default()), None, None);
    }

    fn draw_row(&mut self) -> RowKey {
        let rows: Vec<_> = self.rows.iter().collect();
        rows[self.rng.usize(..rows.len())].clone()
    }

    /// Puts or deletes a row without its entries.
    fn begin_plain(&mut self, client: usize) {
        let row = self.draw_row();
        let at = self.world.time + self.world.clients[client].ahead;
        let value: Value = match self.rng.u8(..16) {
            0..4 => None,
            4 => Some(self.draw_unreadable_value()),
            _ => Some(self.draw_value('p')),
        };
        let message = match value.clone() {
            Some(value) => Message::PutValue(row.clone(), value, at),
            None => Message::DeleteValue(row.clone(), at),
        };
        self.world.begin(client, Job::Plain(message), Some(row), Some(Action::Write(value)));
    }

    /// Draws the first row that is not loaded yet, or any row.
    fn draw_loaded_row(&mut self) -> RowKey {
        let any = LOADED_ROWS[self.rng.usize(..LOADED_ROWS.len())];
        let first = LOADED_ROWS.into_iter().find(|row| !self.rows.contains(&[*row][..]));
        vec![first.filter(|_| self.rng.bool()).unwrap_or(any)]
    }

    /// Loads a row that nobody else writes.
    fn begin_load(&mut self, client: usize) {
        let row = self.draw_loaded_row();
        let is_written = |client: &Client| client.task.as_ref().is_some_and(|task| task.row.as_ref() == Some(&row));
        // A plain write that is late would be another writer, and so would a load that has crashed.
        let has_plain_writes = self.weather.has_plain_writes() && self.rows.contains(&row);
        if self.world.clients.iter().any(is_written) || has_plain_writes || self.crashed_loads.contains(&row) {
            return;
        }
        // On Bigtable, other writers may write the row too: the load swaps.
        if !self.world.loads_by_put() && !self.weather.has_plain_writes() && self.rng.bool() {
            self.rows.insert(row.clone());
        } else {
            self.rows.remove(&row);
        }
        let value = self.draw_value('i');
        let load = Load::new(row.clone(), self.world.new_value(client, &row, &value));
        self.world.begin(client, Job::Load(load), Some(row), Some(Action::Write(Some(value))));
    }

    fn begin_write(&mut self, client: usize, is_delete: bool) {
        let row = self.draw_row();
        let value: Value = (!is_delete).then(|| self.draw_value('i'));
        let new = value.as_ref().map(|value| self.world.new_value(client, &row, value));
        let (write, action) = if self.weather.has_compares() && self.rng.u8(..4) == 0 {
            let moment = self.world.model.moment();
            let values = self.world.model.candidates(&row, moment, moment);
            let expected = values[self.rng.usize(..values.len())].clone();
            let write = Write::if_equal(row.clone(), expected.clone(), new);
            (write, Action::Set { expected, value })
        } else {
            (Write::new(row.clone(), new), Action::Write(value))
        };
        self.world.begin(client, Job::Write(write), Some(row), Some(action));
    }

    /// Ends all operations, some of them early. Then no message is on its way.
    fn calm_down(&mut self) {
        for client in 0..self.world.clients.len() {
            let mut steps = if self.rng.bool() { MOST_LAST_STEPS } else { 0 };
            while self.world.clients[client].task.is_some() {
                if steps == 0 {
                    let is_late = self.rng.bool();
                    self.crash(client, is_late);
                } else {
                    steps -= 1;
                    self.send(client, Fate::Arrives);
                }
            }
        }
        while self.world.late() > 0 {
            let at = self.rng.usize(..self.world.late());
            if self.rng.bool() { self.world.arrive(at) } else { self.world.lose(at) }
        }
        self.crashed_loads.clear();
    }

    /// Lets more time pass than any operation or message takes.
    fn pass_day(&mut self) {
        self.calm_down();
        self.world.note(|| "a day passes".into());
        self.world.wait(A_DAY);
        self.compact();
    }

    fn compact(&mut self) {
        self.world.note(|| "the tables are compacted".into());
        self.world.server.compact();
    }

    /// Lets some time pass, in which values may expire.
    fn wait_for_expiry(&mut self) {
        if let Some(ttl) = self.weather.ttl {
            let millis = self.rng.i64(0..ttl);
            self.world.wait(millis);
        }
    }

    /// Replaces all programs by ones that know the new key.
    fn deploy(&mut self) {
        if self.world.is(Mutant::BuildBeforeWriters) {
            self.world.clients.iter_mut().step_by(2).for_each(|client| client.tables = 2);
        } else {
            self.calm_down();
            self.world.clients.iter_mut().for_each(|client| client.tables = 2);
        }
        // A deploy takes time.
        self.wait_for_expiry();
        self.world.note(|| "the new key is written".into());
        self.world.key_state = KeyState::Written;
    }

    /// Ends the history: all late messages arrive, and two sweeps clean up.
    fn finish(&mut self) {
        if self.world.failure.is_some() {
            return;
        }
        self.calm_down();
        let rows: Vec<RowKey> = ROWS.iter().chain(&LOADED_ROWS).map(|row| vec![*row]).collect();
        self.world.clients.push(Client::new(0, 2));
        let last = self.world.clients.len() - 1;
        for row in &rows {
            self.run_to_end(last, Job::Get(row.clone()));
        }
        // The first sweep fences some rows, so their tombstones are young.
        for _ in 0..2 {
            self.world.wait(A_DAY);
            self.run_to_end(last, Job::Sweep(Sweeps::default()));
        }
        if let Some(entry) = self.world.stale().cloned() {
            self.world.fail(format!("the stale entry {entry:?} is left after a sweep"));
        }
        let is_tombstone = |row: &&RowKey| {
            let read = self.world.server.read(row);
            read.version.is_some() && read.value.is_none()
        };
        if let Some(row) = rows.iter().find(is_tombstone) {
            self.world.fail(format!("the tombstone of row {row:?} is left after a sweep"));
        }
        for row in &rows {
            self.run_to_end(last, Job::Get(row.clone()));
        }
        self.world.check_order();
    }

    fn run_to_end(&mut self, client: usize, job: Job) {
        self.world.begin(client, job, None, None);
        for _ in 0..MOST_LAST_STEPS {
            if self.world.clients[client].task.is_none() {
                return;
            }
            self.world.send(client, Fate::Arrives);
        }
        self.world.fail("an operation without faults does not end".into());
    }
}
