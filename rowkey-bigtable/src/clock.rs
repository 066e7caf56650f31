//! The clock of writes, and the turns of writes at a row.

use rowkey_store::{Sharing, Turn, WriteClock};
use std::sync::{Arc, LazyLock};

use crate::chunks::Committed;

/// The clock of all writes of this process. Bigtable returns the cell of a column with the highest timestamp. A delete
/// removes the cells up to its own timestamp.
static CLOCK: LazyLock<Arc<WriteClock>> = LazyLock::new(Arc::default);

/// Returns the timestamp of the next write of a row, in milliseconds. The write must have its turn.
pub(crate) fn stamp(key: &[u8]) -> i64 {
    with(|clock| clock.stamp(key, now()))
}

/// Returns the timestamp of the next write of a row that can be stored under several keys, in milliseconds.
pub(crate) fn stamp_of_all(keys: &[&[u8]]) -> i64 {
    with(|clock| clock.stamp_of_all(keys, now()))
}

/// Returns the time of day, in milliseconds.
pub(crate) fn now() -> i64 {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.time_of_process();
    }
    WriteClock::now()
}

/// Makes the next write of a row use a timestamp above those of its cells, which were just read.
pub(crate) fn observe(row: &Committed, now: i64) {
    with(|clock| {
        for cell in row.before.iter().chain([&row.last]) {
            clock.observe(&row.key, cell.timestamp_micros / 1_000, now);
        }
    });
}

/// Makes the next write of a row use a timestamp above one that this process writes, in milliseconds. Returns `false` if
/// it is too far in the future.
pub(crate) fn observe_time(key: &[u8], at: i64) -> bool {
    with(|clock| clock.observe(key, at, now()))
}

/// Requests the turn of a write at some rows.
pub(crate) fn turn(keys: &[&[u8]], sharing: Sharing) -> Turn {
    with(|clock| clock.turn(keys, sharing))
}

/// Takes the turn of puts or deletes at the rows where no compare-and-set is in the way, each with its keys. Returns
/// `true` for each other row.
pub(crate) fn free_turn<'k>(keys: impl Iterator<Item = &'k [&'k [u8]]>) -> (Turn, Vec<bool>) {
    with(|clock| clock.free_turn(keys, Sharing::Writes))
}

fn with<T>(read: impl FnOnce(&Arc<WriteClock>) -> T) -> T {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return read(&machine.write_clock());
    }
    read(&CLOCK)
}
