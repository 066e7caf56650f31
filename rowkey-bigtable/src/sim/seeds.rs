//! Thousands of histories, or the one of `FAULT_SEED`.

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::history;
use super::machine::Machine;

/// How many histories the tests run, unless `FAULT_HISTORIES` says another number.
const HISTORIES: u64 = 1_000;

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("expected a number in `{variable}`, found `{text}`")))
}

/// Runs the history of a seed: its events, and why it fails.
fn run(seed: u64) -> (Vec<String>, Option<String>) {
    Machine::run(seed, |machine| history::run(machine, seed))
}

/// The events of a history that fails, and the command that runs it again.
fn failure_of(seed: u64) -> Option<String> {
    let (events, failure) = run(seed);
    let command = format!("FAULT_SEED={seed} cargo test -p rowkey-bigtable --lib histories_keep");
    failure.map(|failure| format!("{}\nseed {seed} fails: {failure}\n{command}", events.join("\n")))
}

#[test]
fn histories_keep_every_promise() {
    if let Some(seed) = number("FAULT_SEED") {
        let (events, failure) = run(seed);
        eprintln!("{}", events.join("\n"));
        assert_eq!(failure, None);
        return;
    }
    let (next, most) = (AtomicU64::new(0), number("FAULT_HISTORIES").unwrap_or(HISTORIES));
    let run = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= most {
                return None;
            }
            if let Some(failure) = failure_of(seed) {
                next.store(most, Ordering::Relaxed);
                return Some(failure);
            }
        }
    };
    let failures: Vec<_> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        threads.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// A history that fails would not be found again if anything but the seed decided its course.
#[test]
fn a_seed_runs_the_same_history_again() {
    for seed in 0..20 {
        assert_eq!(run(seed).0, run(seed).0, "seed {seed}");
    }
}
