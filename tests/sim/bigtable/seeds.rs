//! Runs thousands of histories, or only the history of `FAULT_SEED`.

use simulation::histories::{self, History};

use super::history;
use super::machine::Machine;

/// The number of histories in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 1_000;

fn run(seed: u64) -> History {
    Machine::run(seed, |machine| history::run(machine, seed))
}

#[test]
fn histories_keep_every_promise() {
    histories::hold("cargo test -p rowkey-bigtable --lib histories_keep", HISTORIES, run);
}

#[test]
fn a_seed_runs_the_same_history_again() {
    histories::hold_to_seeds(run);
}
