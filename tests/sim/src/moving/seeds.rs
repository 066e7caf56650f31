//! Runs thousands of histories, or only the history of `FAULT_SEED`.

use std::env;

use super::history::{run, run_noted};
use super::mutants::Mutant;
use super::server::Engine;
use crate::histories::{self, History};

/// The number of histories of each engine in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 3_000;

/// The number of histories that must find a mutant.
const MOST_OF_MUTANT: u64 = 20_000;

/// Runs a history without its events, and once more with them if it fails.
fn events_of_failure(seed: u64, engine: Engine, mutant: Option<Mutant>) -> History {
    let is_noted = env::var_os("FAULT_SEED").is_some() || run(seed, engine, mutant).is_some();
    if is_noted { run_noted(seed, engine, mutant) } else { (Vec::new(), None) }
}

#[test]
fn histories_with_transactions_keep_every_promise() {
    let command = "cargo test -p simulation --lib moving::seeds::histories_with_transactions";
    histories::hold(command, HISTORIES, |seed| events_of_failure(seed, Engine::Transactions, None));
}

#[test]
fn programs_with_transactions_may_go_back_after_finish() {
    let command = "cargo test -p simulation --lib moving::seeds::programs_with_transactions";
    let mutant = Some(Mutant::GoesBackAfterFinish);
    histories::hold(command, HISTORIES, |seed| events_of_failure(seed, Engine::Transactions, mutant));
}

#[test]
fn histories_on_hbase_keep_every_promise() {
    let command = "cargo test -p simulation --lib moving::seeds::histories_on_hbase";
    histories::hold(command, HISTORIES, |seed| events_of_failure(seed, Engine::HBase, None));
}

#[test]
fn histories_on_bigtable_keep_every_promise() {
    let command = "cargo test -p simulation --lib moving::seeds::histories_on_bigtable";
    histories::hold(command, HISTORIES, |seed| events_of_failure(seed, Engine::Bigtable, None));
}

#[test]
fn a_seed_runs_the_same_history_again() {
    for engine in [Engine::Transactions, Engine::HBase, Engine::Bigtable] {
        histories::hold_to_seeds(|seed| run_noted(seed, engine, None));
    }
}

/// Runs histories until one fails. A mutant may differ on one of the engines only.
fn find(mutant: Mutant) -> Result<String, String> {
    let engines = mutant.engines();
    let found = (0..MOST_OF_MUTANT).find_map(|seed| {
        let run = |engine: &Engine| run(seed, *engine, Some(mutant)).map(|failure| (*engine, failure));
        engines.iter().find_map(run).map(|(engine, failure)| (seed, engine, failure))
    });
    let Some((seed, engine, failure)) = found else {
        return Err(format!("{mutant:?} is not found in {MOST_OF_MUTANT} histories"));
    };
    let reason = failure.lines().next().unwrap_or_default();
    Ok(format!("{mutant:?}: found in {} histories, on {engine:?}: {reason}", seed + 1))
}

#[test]
fn each_mutant_is_found() {
    let mutants = Mutant::WITH_TRANSACTIONS.into_iter().chain(Mutant::WITHOUT_TRANSACTIONS);
    let (found, missed): (Vec<_>, Vec<_>) = mutants.map(find).partition(Result::is_ok);
    found.into_iter().flatten().for_each(|found| println!("{found}"));
    let missed: Vec<_> = missed.into_iter().filter_map(Result::err).collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
