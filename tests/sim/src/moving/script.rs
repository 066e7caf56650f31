//! Schedules that a test writes down.

use rowkey_store::__moving::Request as RowRequest;
use rowkey_store::__protocol::Kind;

use super::client::Written;
use super::message::{Millis, Request};
use super::mutants::Mutant;
use super::passes::Phase;
use super::server::Engine;
use super::steps::{Row, Step};
use super::world::{Fate, World};
use crate::model::Value;

/// The maximum number of messages of an operation.
const MOST_STEPS: usize = 200;

/// A world whose every step is determined.
pub(super) struct Script {
    pub(super) world: World,
}

fn value(text: &str) -> Value {
    Some(text.as_bytes().to_vec())
}

impl Script {
    pub(super) fn new(engine: Engine, mutant: Option<Mutant>) -> Self {
        Self { world: World::new(engine, mutant, true) }
    }

    pub(super) fn client(&mut self, step: Step, ahead: Millis) -> usize {
        self.world.add_client(step, ahead)
    }

    /// Puts a row as it was before the move.
    pub(super) fn put_old(&mut self, row: Row, text: &str) {
        self.world.put_old(row, text.as_bytes());
        self.world.wait(10);
    }

    pub(super) fn put(&mut self, client: usize, row: Row, text: &str) {
        self.world.write(client, row, None, value(text));
    }

    pub(super) fn delete(&mut self, client: usize, row: Row) {
        self.world.write(client, row, None, None);
    }

    pub(super) fn put_if_absent(&mut self, client: usize, row: Row, text: &str) {
        self.world.write(client, row, Some(None), value(text));
    }

    pub(super) fn pass(&mut self, client: usize, phase: Phase) {
        self.world.pass(client, phase);
    }

    /// Copies all rows.
    pub(super) fn copy(&mut self, client: usize) {
        self.world.pass(client, Phase::Copy);
        self.run(client);
    }

    /// Hands over all rows.
    pub(super) fn mark(&mut self, client: usize) {
        self.world.pass(client, Phase::Mark);
        self.run(client);
    }

    pub(super) fn begin_get(&mut self, client: usize, row: Row) {
        self.world.get(client, row);
    }

    /// Reads a row, whose value must be this one.
    pub(super) fn expect(&mut self, client: usize, row: Row, expected: Option<&str>) {
        self.world.get(client, row);
        self.run(client);
        self.expect_read(client, expected);
    }

    /// Checks the value of the last read.
    pub(super) fn expect_read(&mut self, client: usize, expected: Option<&str>) {
        let found = self.world.clients[client].read.clone().and_then(|(_, found)| found);
        if found != expected.and_then(value) {
            self.world.fail(format!("{client} reads {found:?}, expected {expected:?}"));
        }
    }

    pub(super) fn expect_written(&mut self, client: usize, expected: Written) {
        let found = self.world.clients[client].written;
        if found != Some(expected) {
            self.world.fail(format!("the write of {client} is {found:?}, expected {expected:?}"));
        }
    }

    /// Replaces the program of a client.
    pub(super) fn replace(&mut self, client: usize, step: Step) {
        self.world.set_step(client, step);
    }

    /// Sends messages until the next one would be this one, or until the operation ends.
    pub(super) fn until(&mut self, client: usize, is_last: fn(&Request) -> bool) {
        for _ in 0..MOST_STEPS {
            if self.world.next_request(client).is_none_or(is_last) {
                return;
            }
            self.world.send(client, Fate::Arrives);
        }
        self.world.fail(format!("{client} does not come to this step"));
    }

    /// Sends all messages of an operation. What follows is later.
    pub(super) fn run(&mut self, client: usize) {
        self.until(client, |_| false);
        self.world.wait(10);
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

    /// Waits for late messages, unless a mutant does not.
    pub(super) fn wait_unless(&mut self, mutant: Mutant) {
        if !self.world.is(mutant) {
            self.arrive();
        }
    }

    /// Checks the order of the calls.
    pub(super) fn end(mut self) -> Result<(), String> {
        let checked = self.world.model.check_order();
        self.world.require(checked);
        match self.world.failure {
            None => Ok(()),
            Some(failure) => Err(format!("{}\n{failure}", self.world.events.join("\n"))),
        }
    }
}

fn is_swap_of(request: &Request, kind: Kind) -> bool {
    request.swapped().is_some_and(|(_, version)| version.kind == kind)
}

/// Returns `true` for the step that marks an old row.
pub(super) fn marks(request: &Request) -> bool {
    is_swap_of(request, Kind::Moved)
}

/// Returns `true` for the step that copies a single row.
pub(super) fn copies(request: &Request) -> bool {
    is_swap_of(request, Kind::Copied)
}

/// Returns `true` for the step that writes a row.
pub(super) fn writes(request: &Request) -> bool {
    is_swap_of(request, Kind::Written)
}

/// Returns `true` for the put of a copy of a pass.
pub(super) const fn puts_copy(request: &Request) -> bool {
    matches!(request, Request::Row(RowRequest::PutCopy(..)))
}
