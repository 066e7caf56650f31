//! Random schedules: the clients of a history, their steps and operations, and the fate of each message. A seed determines
//! all of them.

use fastrand::Rng;

use super::mutants::Mutant;
use super::passes::Phase;
use super::server::Engine;
use super::steps::{ALL_ROWS, ROW_WITHOUT_OLD_KEY, ROWS, Row, Step, UNMOVABLE_ROW};
use super::world::{Fate, World};
use crate::histories::History;
use crate::model::Value;

/// The number of operations of a history.
const OPERATIONS: usize = 50;

/// The maximum number of messages of a history.
const MOST_STEPS: usize = 2_000;

/// The maximum number of messages of an operation that ends without faults.
const MOST_LAST_STEPS: usize = 300;

/// What may happen in a history.
struct Weather {
    faults: f64,
    crashes: f64,
    arrivals: f64,
    stalls: f64,
    /// The rate at which clients change their step.
    deploys: f64,
    /// The rate at which they go back.
    returns: f64,
    /// The number of rows that operations write.
    rows: usize,
    has_few_values: bool,
    /// How often clients begin a get, a scan, a pass, a delete, and a put.
    weights: [u32; 5],
}

impl Weather {
    /// Draws a history of all kinds of operations, or of those that meet in a rare race.
    fn draw(rng: &mut Rng) -> Self {
        let any = Self::draw_any(rng);
        match rng.u8(..8) {
            0 => Self { deploys: 0.3, returns: 0.6, crashes: 0.1, arrivals: 0.02, rows: 1, ..any },
            1 => Self { faults: 0.3, arrivals: 0.01, rows: 1, weights: [3, 0, 6, 3, 3], ..any },
            _ => any,
        }
    }

    fn draw_any(rng: &mut Rng) -> Self {
        Self {
            faults: [0.0, 0.05, 0.2][rng.usize(..3)],
            crashes: [0.0, 0.01, 0.04][rng.usize(..3)],
            arrivals: [0.02, 0.1][rng.usize(..2)],
            stalls: [0.0, 0.02, 0.1][rng.usize(..3)],
            deploys: [0.02, 0.06, 0.15][rng.usize(..3)],
            returns: [0.2, 0.3, 0.6][rng.usize(..3)],
            rows: rng.usize(1..=3),
            has_few_values: rng.u8(..4) == 0,
            weights: [[4, 2, 3, 3, 6], [3, 1, 6, 3, 4], [6, 1, 3, 1, 3], [2, 4, 4, 3, 4]][rng.usize(..4)],
        }
    }
}

/// A running history.
struct Story {
    world: World,
    rng: Rng,
    weather: Weather,
    /// The earlier one of the two steps that run together.
    low: Step,
    /// `true` once `finish` may run. Then no program goes back.
    is_finishing: bool,
    operations: usize,
    values: usize,
    /// The steps that each client stalls.
    stalled: Vec<usize>,
}

/// Runs the history of a seed.
pub(super) fn run(seed: u64, engine: Engine, mutant: Option<Mutant>) -> Option<String> {
    Story::run(seed, engine, mutant, false).1
}

/// Runs the history of a seed, with its events.
pub(super) fn run_noted(seed: u64, engine: Engine, mutant: Option<Mutant>) -> History {
    Story::run(seed, engine, mutant, true)
}

impl Story {
    fn run(seed: u64, engine: Engine, mutant: Option<Mutant>, is_noted: bool) -> History {
        let mut story = Self::new(seed, engine, mutant, is_noted);
        for _ in 0..MOST_STEPS {
            if story.operations >= OPERATIONS || story.world.failure.is_some() {
                break;
            }
            story.step();
        }
        if story.world.failure.is_none() {
            story.finish();
        }
        (story.world.events, story.world.failure)
    }

    fn new(seed: u64, engine: Engine, mutant: Option<Mutant>, is_noted: bool) -> Self {
        let mut rng = Rng::with_seed(seed);
        let weather = Weather::draw(&mut rng);
        let mut world = World::new(engine, mutant, is_noted);
        world.note(|| format!("seed {seed}: {engine:?}, {mutant:?}"));
        // The old programs of engines without transactions know no versions. They have ended, and left their rows.
        let first = if engine == Engine::Transactions { Step::OldOnly } else { Step::OldFirst };
        // If no row can move, the last two steps may run at once.
        let is_empty = rng.u8(..4) == 0;
        let low = if is_empty { Step::NewFirst } else { first };
        let clients = rng.usize(2..=4);
        for _ in 0..clients {
            let ahead = draw_ahead(&mut rng);
            world.add_client(low, ahead);
        }
        for row in ROWS.into_iter().chain([UNMOVABLE_ROW]) {
            if row == UNMOVABLE_ROW || (!is_empty && rng.bool()) {
                world.put_old(row, format!("o{row}").as_bytes());
                world.wait(10);
            }
        }
        let stalled = vec![0; clients];
        Self { world, rng, weather, low, is_finishing: false, operations: 0, values: 0, stalled }
    }

    fn high(&self) -> Step {
        if self.low == Step::OldOnly && self.world.is(Mutant::LeavesOutOldFirst) {
            return Step::NewFirst;
        }
        self.low.next().unwrap_or(Step::NewOnly)
    }

    fn is_all(&self, step: Step) -> bool {
        self.world.clients.iter().all(|client| client.step == step)
    }

    fn step(&mut self) {
        self.world.wait([0, 0, 1, 1, 3, 40][self.rng.usize(..6)]);
        if self.world.late() > 0 && self.rng.f64() < self.weather.arrivals {
            let at = self.rng.usize(..self.world.late());
            self.world.arrive(at);
        }
        if self.rng.u16(..100) == 0 {
            self.world.server.compact();
        }
        if self.rng.f64() < self.weather.deploys {
            self.deploy();
        }
        let client = self.rng.usize(..self.world.clients.len());
        if self.stalled[client] > 0 {
            self.stalled[client] -= 1;
        } else if self.rng.f64() < self.weather.stalls {
            self.stalled[client] = self.rng.usize(..40);
        } else if self.world.is_idle(client) {
            self.operations += 1;
            self.begin(client);
        } else if self.rng.f64() < self.weather.crashes {
            let is_late = self.rng.bool();
            self.world.crash(client, is_late);
        } else {
            let fate = self.draw_fate();
            self.world.send(client, fate);
        }
    }

    fn draw_fate(&mut self) -> Fate {
        if self.rng.f64() >= self.weather.faults {
            return Fate::Arrives;
        }
        [Fate::ArrivesTwice, Fate::ArrivesTwice, Fate::IsLate, Fate::IsLost, Fate::LosesAnswer][self.rng.usize(..5)]
    }

    /// Replaces a program by one of the other step, or goes on to the next two steps, or back.
    fn deploy(&mut self) {
        if self.is_finishing && !self.world.is(Mutant::GoesBackAfterFinish) {
            return;
        }
        let high = self.high();
        if self.is_all(high) && self.rng.bool() {
            self.go_on(high);
        } else if self.is_all(self.low) && self.rng.f64() < self.weather.returns && self.can_go_back() {
            self.go_back();
        } else if !self.is_waiting(high) || self.rng.u8(..4) == 0 {
            let client = self.rng.usize(..self.world.clients.len());
            let step = if self.rng.f64() < self.weather.returns { self.low } else { high };
            self.replace(client, step);
        }
    }

    /// Returns `true` if all programs have the later step, and a pass must run before they go on.
    fn is_waiting(&self, high: Step) -> bool {
        self.is_all(high) && !self.can_go_on(high)
    }

    fn can_go_on(&self, high: Step) -> bool {
        let known = &self.world.known;
        match (high, self.world.has_transactions()) {
            (Step::OldFirst, true) => known.is_copied || self.world.is(Mutant::NewFirstBeforeCopy),
            (Step::NewFirst, false) => known.is_handed_over || self.world.is(Mutant::NewOnlyBeforeHandOver),
            _ => true,
        }
    }

    /// All programs have the later step. Then the next step begins.
    fn go_on(&mut self, high: Step) {
        if high == Step::NewOnly {
            self.is_finishing |= self.rng.u8(..4) == 0;
        } else if self.can_go_on(high) {
            self.world.note(|| format!("the step after {high:?} begins"));
            self.low = high;
            self.world.known.is_copied_back |= high == Step::OldFirst;
        } else if high == Step::NewFirst && !self.world.has_transactions() {
            self.wait_for_late_messages();
        }
    }

    fn wait_for_late_messages(&mut self) {
        if !self.world.is(Mutant::DoesNotWaitForLateMessages) {
            self.calm_down();
        }
        self.world.known.has_no_late_messages = true;
    }

    fn can_go_back(&self) -> bool {
        let has_transactions = self.world.has_transactions();
        match self.low {
            Step::OldFirst => has_transactions,
            Step::NewFirst if has_transactions => {
                self.world.known.is_copied_back || self.world.is(Mutant::GoesBackWithoutCopy)
            }
            Step::NewFirst => true,
            Step::OldOnly | Step::NewOnly => false,
        }
    }

    fn go_back(&mut self) {
        self.low = self.low.previous().unwrap_or(self.low);
        self.world.note(|| "the programs may go back".into());
        // A late write of `NewOnly` looks at the new row alone.
        let waits = !self.world.has_transactions() && self.low == Step::OldFirst;
        if waits && !self.world.is(Mutant::GoesBackWithoutWait) {
            self.calm_down();
        }
    }

    fn replace(&mut self, client: usize, step: Step) {
        if self.world.clients[client].step != step {
            let is_late = self.rng.bool();
            self.world.crash(client, is_late);
            self.world.set_step(client, step);
        }
    }

    /// Begins an operation.
    fn begin(&mut self, client: usize) {
        if self.rng.u8(..20) == 0 {
            self.world.clients[client].ahead = draw_ahead(&mut self.rng);
        }
        let phase = self.draw_phase(client);
        let waits = self.is_waiting(self.high()) && self.rng.bool();
        match (self.draw_kind(), phase) {
            (2, Some(phase)) => self.world.pass(client, phase),
            (_, Some(phase)) if waits => self.world.pass(client, phase),
            (0, _) => {
                let row = self.draw_row();
                self.world.get(client, row);
            }
            (1, _) if self.world.has_transactions() || self.rng.bool() => self.world.scan(client),
            (1, _) => self.world.scan_by_range(client),
            (3, _) => self.begin_write(client, None),
            _ => {
                let value = self.draw_value();
                self.begin_write(client, Some(value));
            }
        }
    }

    /// Draws the pass that a program of this step can run.
    fn draw_phase(&mut self, client: usize) -> Option<Phase> {
        match (self.world.clients[client].step, self.world.has_transactions()) {
            (Step::NewFirst, true) if self.world.is(Mutant::FinishesEarly) => Some(Phase::Finish),
            (Step::OldFirst | Step::NewFirst, true) => Some(Phase::Copy),
            (Step::NewFirst, false) => Some([Phase::Copy, Phase::Mark][self.rng.usize(..2)]),
            (Step::NewOnly, _) if self.is_finishing => Some(Phase::Finish),
            _ => None,
        }
    }

    /// Draws a kind of operations, by their weights.
    fn draw_kind(&mut self) -> usize {
        let weights = self.weather.weights;
        let mut drawn = self.rng.u32(..weights.iter().sum::<u32>());
        let is_next = |weight: &u32| {
            let is_next = drawn < *weight;
            drawn = drawn.saturating_sub(*weight);
            is_next
        };
        weights.iter().position(is_next).unwrap_or_default()
    }

    fn draw_row(&mut self) -> Row {
        if self.rng.u8(..12) == 0 { ROW_WITHOUT_OLD_KEY } else { ROWS[self.rng.usize(..self.weather.rows)] }
    }

    fn draw_value(&mut self) -> Vec<u8> {
        self.values += 1;
        let value = if self.weather.has_few_values { self.rng.usize(..2) } else { self.values };
        format!("v{value}").into_bytes()
    }

    fn begin_write(&mut self, client: usize, value: Value) {
        let row = self.draw_row();
        let expected = (self.rng.u8(..3) == 0).then(|| {
            let moment = self.world.model.moment();
            let values = self.world.model.candidates(&[row], moment, moment);
            values[self.rng.usize(..values.len())].clone()
        });
        self.world.write(client, row, expected, value);
    }

    /// Ends all operations, some of them early. Then no message is on its way.
    fn calm_down(&mut self) {
        for client in 0..self.world.clients.len() {
            let mut steps = if self.rng.bool() { MOST_LAST_STEPS } else { 0 };
            while !self.world.is_idle(client) {
                if steps == 0 {
                    let is_late = self.rng.bool();
                    self.world.crash(client, is_late);
                } else {
                    steps -= 1;
                    self.world.send(client, Fate::Arrives);
                }
            }
        }
        while self.world.late() > 0 {
            let at = self.rng.usize(..self.world.late());
            if self.rng.bool() { self.world.arrive(at) } else { self.world.lose(at) }
        }
    }

    /// Ends the history: the programs go on, step by step, until the old table is empty.
    fn finish(&mut self) {
        self.calm_down();
        let has_no_rollback = self.is_finishing;
        if !has_no_rollback {
            self.read_all(self.low);
        }
        self.read_all(self.high());
        loop {
            let (low, high) = (self.low, self.high());
            self.world.note(|| format!("all programs go on to {high:?}"));
            for client in 0..self.world.clients.len() {
                self.world.set_step(client, high);
            }
            if high == Step::NewOnly {
                break;
            }
            self.run_pass(Phase::Copy);
            if !self.world.has_transactions() {
                self.run_pass(Phase::Mark);
                self.expect_no_old_rows();
            }
            // A rollback loses nothing, before and after the pass.
            self.read_all(low);
            self.read_all(high);
            self.low = high;
        }
        if !has_no_rollback {
            self.read_all(Step::NewFirst);
        }
        self.run_pass(Phase::Finish);
        self.expect_no_old_rows();
        self.read_all(Step::NewOnly);
        let cells = self.world.server.old_cells();
        if cells.iter().any(|row| *row != UNMOVABLE_ROW) {
            self.world.fail(format!("the old cells {cells:?} are left"));
        }
        let checked = self.world.model.check_order();
        self.world.require(checked);
    }

    /// Checks that only the row is left that cannot move.
    fn expect_no_old_rows(&mut self) {
        let left = self.world.old_rows();
        if left != [UNMOVABLE_ROW] {
            self.world.fail(format!("the old rows {left:?} are left, expected {UNMOVABLE_ROW}"));
        }
    }

    fn run_pass(&mut self, phase: Phase) {
        self.world.pass(0, phase);
        self.run_to_end(0);
    }

    /// Reads all rows as a program of this step does.
    fn read_all(&mut self, step: Step) {
        let before = std::mem::replace(&mut self.world.clients[0].step, step);
        self.world.note(|| format!("all rows are read in {step:?}"));
        for row in ALL_ROWS {
            self.world.get(0, row);
            self.run_to_end(0);
        }
        self.world.scan(0);
        self.run_to_end(0);
        self.world.clients[0].step = before;
    }

    fn run_to_end(&mut self, client: usize) {
        for _ in 0..MOST_LAST_STEPS {
            if self.world.is_idle(client) {
                return;
            }
            self.world.send(client, Fate::Arrives);
        }
        self.world.crash(client, false);
        self.world.fail("an operation without faults does not end".into());
    }
}

/// Draws a clock that is up to 500 ms ahead or behind.
fn draw_ahead(rng: &mut Rng) -> i64 {
    [0, 0, 5, -5, 50, -50, 500, -500][rng.usize(..8)]
}
