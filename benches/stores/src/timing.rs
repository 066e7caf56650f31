//! Times all variants in turns.

use crate::by_hand::fjall::Fjall;
use crate::by_hand::lent::ByHand;
use crate::by_hand::map::MapByHand;
use crate::by_hand::redb::RedbByHand;
#[cfg(feature = "rocksdb")]
use crate::by_hand::rocksdb::Rocks;
use crate::tasks::{Asked, Dropped, Hashed, Take, Task, tasks};
use crate::way::{Outcome, Way};
use rowkey_store::{FjallStore, MemoryStore, RedbStore, Table};
use std::time::Instant;

/// The engines, each with its name in the tables. Two variants follow each other for each: direct calls, and a table.
pub const ENGINES: &[&str] = &[
    "redb",
    "`BTreeMap`",
    "fjall",
    #[cfg(feature = "rocksdb")]
    "RocksDB",
];

const WAYS: usize = 2 * ENGINES.len();

/// The number of runs of each query after a load.
const PASSES: usize = 3;

/// A task, performed by one variant.
struct Done<T> {
    name: &'static str,
    nanoseconds: f64,
    taken: T,
}

/// The minimum time of each variant for a task.
pub struct Timed {
    /// The name of the task.
    pub name: &'static str,
    /// The nanoseconds per unit.
    pub nanoseconds: [f64; WAYS],
}

/// Fails unless all variants find the same rows.
pub fn compare(asked: &Asked) -> Outcome<()> {
    let expected = run_way::<Hashed>(0, asked)?;
    for way in 1..WAYS {
        for (expected, found) in expected.iter().zip(run_way::<Hashed>(way, asked)?) {
            if found.taken != expected.taken {
                return Err(format!("{}: expected the same rows from all variants, found others", expected.name).into());
            }
        }
    }
    Ok(())
}

/// Returns the minimum times of `rounds` rounds. Other load on the machine only makes a variant slower. Each variant
/// finds the heap as the one before it left it. So the order is reversed in every other round.
pub fn time(asked: &Asked, rounds: usize) -> Outcome<Vec<Timed>> {
    let mut least: Vec<Timed> = Vec::new();
    for turn in 0..rounds * WAYS {
        let way = if (turn / WAYS).is_multiple_of(2) { turn % WAYS } else { WAYS - 1 - turn % WAYS };
        for (task, Done { name, nanoseconds, .. }) in run_way::<Dropped>(way, asked)?.into_iter().enumerate() {
            if task == least.len() {
                least.push(Timed { name, nanoseconds: [f64::MAX; WAYS] });
            }
            least[task].nanoseconds[way] = least[task].nanoseconds[way].min(nanoseconds);
        }
    }
    Ok(least)
}

/// Runs all tasks with one variant, starting with an empty table.
fn run_way<T: Take>(way: usize, asked: &Asked) -> Outcome<Vec<Done<T>>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("readings");
    match way {
        0 => run(RedbByHand::create(&file)?, asked),
        1 => run(Table::new(RedbStore::open(file, "readings")?).allow_full_scans(), asked),
        2 => run(MapByHand::default(), asked),
        3 => run(Table::new(MemoryStore::new()).allow_full_scans(), asked),
        4 => run(ByHand(Fjall::create(&file)?), asked),
        5 => run(Table::new(FjallStore::open(file, "readings")?).allow_full_scans(), asked),
        #[cfg(feature = "rocksdb")]
        6 => run(ByHand(Rocks::create(&file)?), asked),
        #[cfg(feature = "rocksdb")]
        7 => run(Table::new(rowkey_rocksdb::RocksStore::open(file, "readings")?).allow_full_scans(), asked),
        _ => Err(format!("expected one of {WAYS} variants, found {way}").into()),
    }
}

/// Loads the rows once, and runs each query several times.
fn run<W: Way, T: Take>(mut way: W, asked: &Asked) -> Outcome<Vec<Done<T>>> {
    let mut done = |task: &Task<W, T>| {
        let mut taken = T::default();
        let start = Instant::now();
        let units = (task.run)(&mut way, asked, &mut taken)?;
        let nanoseconds = start.elapsed().as_nanos() as f64 / units as f64;
        Ok(Done { name: task.name, nanoseconds, taken })
    };
    let mut all = tasks().iter().map(&mut done).collect::<Outcome<Vec<_>>>()?;
    for _ in 1..PASSES {
        for (task, least) in tasks().iter().zip(&mut all).skip(1) {
            least.nanoseconds = least.nanoseconds.min(done(task)?.nanoseconds);
        }
    }
    Ok(all)
}
