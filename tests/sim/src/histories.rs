//! Runs thousands of histories of faults, each determined by a seed, or only the history of `FAULT_SEED`.

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The events of a history, and the reason if it failed.
pub type History = (Vec<String>, Option<String>);

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("expected a number in `{variable}`, found `{text}`")))
}

/// Runs the history of `FAULT_SEED`. Without that variable, it runs `FAULT_HISTORIES` histories, or `count` if that is
/// not set. Their seeds begin with `FAULT_FIRST_SEED`, or 0.
///
/// # Panics
///
/// Panics if a history fails. The message has its events, and its seed before `command`, which runs the test again.
pub fn hold(command: &str, count: u64, run: impl Fn(u64) -> History + Sync) {
    if let Some(seed) = number("FAULT_SEED") {
        let (events, failure) = run(seed);
        eprintln!("{}", events.join("\n"));
        assert_eq!(failure, None);
        return;
    }
    let first = number("FAULT_FIRST_SEED").unwrap_or(0);
    let (next, end) = (AtomicU64::new(first), first + number("FAULT_HISTORIES").unwrap_or(count));
    let run_some = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return None;
            }
            if let (events, Some(failure)) = run(seed) {
                next.store(end, Ordering::Relaxed);
                return Some(format!(
                    "{}\nseed {seed} fails: {failure}\nFAULT_SEED={seed} {command}",
                    events.join("\n")
                ));
            }
        }
    };
    let failures: Vec<_> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run_some)).collect();
        threads.into_iter().filter_map(|thread| thread.join().expect("a history that reports its failure")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Runs histories twice. A failed history could not be repeated if anything but the seed determined its course.
///
/// # Panics
///
/// Panics if the events of a history differ.
pub fn hold_to_seeds(run: impl Fn(u64) -> History) {
    for seed in 0..20 {
        assert_eq!(run(seed).0, run(seed).0, "seed {seed}");
    }
}
