//! How do I get more buckets while programs run? From 6 to 12, with a reader that counts all the time.
use rowkey::RowKey;
use rowkey_store::{MemoryStore, Table};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The programs of today.
pub(crate) mod today {
    #[derive(rowkey::RowKey, Debug)]
    pub(crate) struct Reading(#[salt(buckets = 6)] pub u32, pub u32);
}
/// Step 1: programs write 6 buckets as before, and already read 12.
pub(crate) mod step1 {
    #[derive(rowkey::RowKey, Debug)]
    pub(crate) struct Reading(#[salt(buckets = 6, was(12))] pub u32, pub u32);
}
/// Step 2: programs write 12 buckets, and still read 6.
#[derive(RowKey, Debug)]
pub(crate) struct Reading(#[salt(buckets = 12, was(6))] u32, u32);

const ROWS: u32 = 20_000;
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// When every program is one of step 2, you run this once. Returns the number of copied and of deleted rows.
fn move_rows(readings: &Table<Reading, &MemoryStore>) -> Outcome<[u64; 2]> {
    let copied = readings.rekey(None, |_| ControlFlow::Continue(()))?.moved;
    // On an engine without snapshots, wait here until the scans that began before have ended.
    let deleted = readings.finish_rekey(None, |_| ControlFlow::Continue(()))?.moved;
    Ok([copied, deleted])
}

fn main() -> Outcome<()> {
    let store = MemoryStore::new();
    let [first, middle, last] = [0..ROWS / 3, ROWS / 3..ROWS / 2, ROWS / 2..ROWS];
    Table::new(&store).put_all(first.map(|n| (today::Reading(n % 1_000, n), "21.5")))?;
    let (old, new) = (Table::new(&store), Table::new(&store));
    old.put_all(middle.map(|n| (step1::Reading(n % 1_000, n), "21.5")))?;
    new.put_all(last.map(|n| (Reading(n % 1_000, n), "21.5")))?;
    assert_eq!(old.count(&step1::Reading::scan().plan()?)?, u64::from(ROWS)); // finds those of step 2, too

    let (all, is_done) = (Reading::scan().plan()?, AtomicBool::new(false));
    let (moved, counts) = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut counts = vec![new.count(&all)];
            while !is_done.load(Relaxed) {
                counts.push(new.count(&all));
            }
            counts.into_iter().collect::<Result<Vec<u64>, _>>()
        });
        let moved = move_rows(&new);
        is_done.store(true, Relaxed);
        (moved, reader.join())
    });
    let ([copied, deleted], counts) = (moved?, counts.map_err(|_| "the reader panicked")??);
    assert_eq!((deleted, new.count_older()?), (copied, 0));
    assert!((0.88..0.95).contains(&(copied as f64 / f64::from(ROWS / 2)))); // 11 of 12: buckets are scaled, not modulo
    assert_eq!(counts, vec![u64::from(ROWS); counts.len()]);
    println!("{copied} of {} rows moved. A reader counted {ROWS} rows {} times", ROWS / 2, counts.len());
    Ok(())
}
