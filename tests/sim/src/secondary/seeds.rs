//! Runs thousands of histories, or only the history of `FAULT_SEED`.

use std::env;

use super::history::{run, run_noted};
use super::mutants::Mutant;
use crate::histories::{self, History};

/// The number of histories in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 4_000;

/// The number of histories that must find a mutant. The rarest one needs a value that expires between two messages, and a
/// build that reads the row in that time.
const MOST_OF_MUTANT: u64 = 40_000;

/// Runs a history without its events, and once more with them if it fails. The events of thousands of histories would
/// take longer than the histories.
fn events_of_failure(seed: u64) -> History {
    let is_noted = env::var_os("FAULT_SEED").is_some() || run(seed, None).is_some();
    if is_noted { run_noted(seed, None) } else { (Vec::new(), None) }
}

#[test]
fn histories_keep_every_promise() {
    let command = "cargo test -p simulation --lib secondary::seeds::histories_keep";
    histories::hold(command, HISTORIES, events_of_failure);
}

/// A plain write in the millisecond of a swap, and a build.
#[test]
fn puts_of_all_entries_do_not_replace_the_digest() {
    let failure = run(233_282, Some(Mutant::PutsAllEntries));
    assert!(failure.is_some_and(|failure| failure.contains("has no entry")));
}

#[test]
fn a_seed_runs_the_same_history_again() {
    histories::hold_to_seeds(|seed| run_noted(seed, None));
}

#[test]
fn each_mutant_is_found() {
    for mutant in Mutant::ALL {
        let found = (0..MOST_OF_MUTANT).find_map(|seed| run(seed, Some(mutant)).map(|failure| (seed, failure)));
        let Some((seed, failure)) = found else { panic!("{mutant:?} is not found in {MOST_OF_MUTANT} histories") };
        let reason = failure.lines().next().unwrap_or_default();
        println!("{mutant:?}: found in {} histories: {reason}", seed + 1);
    }
}
