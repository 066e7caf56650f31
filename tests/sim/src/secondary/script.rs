//! Schedules that a test writes down.

use super::client::{Client, Job};
use super::message::{Fate, Message};
use super::mutants::Mutant;
use super::passes::{Builds, Sweeps};
use super::protocol::{Change, Load, Millis, Write, Written};
use super::read::ReadBy;
use super::server::{Engine, Swap};
use super::world::{KeyState, World};
use crate::model::Action;

/// The maximum number of messages of an operation.
const MOST_STEPS: usize = 200;

/// A world whose every step is determined.
pub(super) struct Script {
    pub(super) world: World,
}

impl Script {
    pub(super) fn new(engine: Engine, mutant: Option<Mutant>) -> Self {
        let mut world = World::new(engine, mutant, true);
        // The rows are checked at the end, so that each schedule shows only its own mistake.
        world.checks_each_step = false;
        Self { world }
    }

    /// Creates a world of the same kind.
    pub(super) fn another(&self) -> Self {
        Self::new(self.world.server.engine(), self.world.mutant)
    }

    /// Takes over the failure of another world.
    pub(super) fn adopt(&mut self, ended: Result<(), String>) {
        self.world.require(ended);
    }

    /// Adds a client that knows one secondary key.
    pub(super) fn client(&mut self, ahead: Millis) -> usize {
        self.world.clients.push(Client::new(ahead, 1));
        self.world.clients.len() - 1
    }

    /// Begins a put. The value `1:ab` has the secondary keys `a` and `b`.
    pub(super) fn put(&mut self, client: usize, row: u8, value: &str) {
        let new = self.world.new_value(client, &[row], value.as_bytes());
        let action = Action::Write(Some(new.bytes.clone()));
        let write = Write::new(vec![row], Some(new));
        self.world.begin(client, Job::Write(write), Some(vec![row]), Some(action));
    }

    pub(super) fn put_if_absent(&mut self, client: usize, row: u8, value: &str) {
        let new = self.world.new_value(client, &[row], value.as_bytes());
        let action = Action::Set { expected: None, value: Some(new.bytes.clone()) };
        let write = Write::if_equal(vec![row], None, Some(new));
        self.world.begin(client, Job::Write(write), Some(vec![row]), Some(action));
    }

    pub(super) fn delete(&mut self, client: usize, row: u8) {
        let write = Write::new(vec![row], None);
        self.world.begin(client, Job::Write(write), Some(vec![row]), Some(Action::Write(None)));
    }

    pub(super) fn load(&mut self, client: usize, row: u8, value: &str) {
        let new = self.world.new_value(client, &[row], value.as_bytes());
        let action = Action::Write(Some(new.bytes.clone()));
        let load = Load::new(vec![row], new);
        self.world.begin(client, Job::Load(load), Some(vec![row]), Some(action));
    }

    /// Puts a row without its entries.
    pub(super) fn put_plain(&mut self, client: usize, row: u8, value: &str) {
        let at = self.world.time + self.world.clients[client].ahead;
        let value = value.as_bytes().to_vec();
        let message = Message::PutValue(vec![row], value.clone(), at);
        self.world.has_plain_writes = true;
        self.world.begin(client, Job::Plain(message), Some(vec![row]), Some(Action::Write(Some(value))));
        self.run(client);
    }

    pub(super) fn get(&mut self, client: usize, row: u8) {
        self.world.begin(client, Job::Get(vec![row]), None, None);
        self.run(client);
    }

    pub(super) fn sweep(&mut self, client: usize) {
        self.world.begin(client, Job::Sweep(Sweeps::default()), None, None);
    }

    pub(super) fn build(&mut self, client: usize) {
        self.world.key_state = KeyState::Building;
        self.world.begin(client, Job::Build(Builds::default()), None, None);
    }

    pub(super) fn read_by(&mut self, client: usize) {
        self.world.begin(client, Job::ReadBy(ReadBy::default()), None, None);
    }

    /// All programs know the second secondary key.
    pub(super) fn deploy(&mut self) {
        self.world.clients.iter_mut().for_each(|client| client.tables = 2);
        self.world.key_state = KeyState::Written;
    }

    pub(super) fn is_over(&self, client: usize) -> bool {
        self.world.clients[client].task.is_none()
    }

    /// Sends messages until the next one would be this one, or until the operation ends.
    pub(super) fn until(&mut self, client: usize, is_last: fn(&Message) -> bool) {
        for _ in 0..MOST_STEPS {
            if self.world.next_message(client).is_none_or(is_last) {
                return;
            }
            self.world.send(client, Fate::Arrives);
        }
        self.world.fail(format!("{client} does not come to this step"));
    }

    /// Sends all messages of an operation. What follows is later.
    pub(super) fn run(&mut self, client: usize) {
        self.until(client, |_| false);
        self.wait(10);
    }

    /// Sends the next message.
    pub(super) fn send(&mut self, client: usize, fate: Fate) {
        self.world.send(client, fate);
    }

    pub(super) fn crash(&mut self, client: usize, is_late: bool) {
        self.world.crash(client, is_late);
    }

    /// Delivers all late messages.
    pub(super) fn arrive(&mut self) {
        while self.world.late() > 0 {
            self.world.arrive(0);
        }
    }

    pub(super) fn wait(&mut self, millis: Millis) {
        self.world.wait(millis);
    }

    pub(super) fn expect_value(&mut self, row: u8, expected: Option<&str>) {
        let found = self.world.value(&[row]);
        if found.as_deref() != expected.map(str::as_bytes) {
            self.world.fail(format!("row {row} is {found:?}, expected {expected:?}"));
        }
    }

    pub(super) fn expect_written(&mut self, client: usize, expected: Written) {
        let found = self.world.clients[client].written.clone();
        if found.as_ref() != Some(&expected) {
            self.world.fail(format!("the write of {client} is {found:?}, expected {expected:?}"));
        }
    }

    pub(super) fn expect_no_stale_entries(&mut self) {
        if let Some(entry) = self.world.stale().cloned() {
            self.world.fail(format!("the stale entry {entry:?} is left"));
        }
    }

    /// Checks the rows now.
    pub(super) fn check_rows(&mut self) {
        self.world.check_rows();
    }

    /// Checks the rows, and the order of the calls.
    pub(super) fn end(mut self) -> Result<(), String> {
        self.world.check_rows();
        self.world.check_order();
        match self.world.failure {
            None => Ok(()),
            Some(failure) => Err(format!("{}\n{failure}", self.world.events.join("\n"))),
        }
    }
}

/// Returns `true` for the step that writes a row.
pub(super) fn writes_row(message: &Message) -> bool {
    match message {
        Message::Swap(Swap { change, .. }) => *change != Change::Keep,
        Message::PutRow(..) => true,
        _ => false,
    }
}

pub(super) const fn puts_entry(message: &Message) -> bool {
    matches!(message, Message::PutEntry(..))
}

pub(super) const fn deletes_entry(message: &Message) -> bool {
    matches!(message, Message::DeleteEntry(..))
}
