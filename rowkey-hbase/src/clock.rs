//! The clock of writes, and the turns of writes at a row.

use rowkey_store::{Sharing, Turn, WriteClock};
use std::sync::{Arc, LazyLock};

/// The clock of all writes of this process. HBase returns the version of a cell with the highest timestamp. A delete
/// hides every version with the same or a lower timestamp.
static CLOCK: LazyLock<Arc<WriteClock>> = LazyLock::new(Arc::default);

/// Returns the time of day in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    #[cfg(test)]
    if let Some(machine) = crate::sim::machine::Machine::current() {
        return machine.time_of_day();
    }
    WriteClock::now()
}

/// Returns the timestamp of the next write of the row `key`: `now`, or a higher one if the row already has a write at
/// `now`. The write must have its turn.
pub(crate) fn stamp(key: &[u8], now: i64) -> i64 {
    with(|clock| clock.stamp(key, now))
}

/// Returns the timestamp of the next write of a row that can be stored under several keys.
pub(crate) fn stamp_of_all(keys: &[&[u8]], now: i64) -> i64 {
    with(|clock| clock.stamp_of_all(keys, now))
}

/// Makes the next write of the row `key` use a timestamp above `timestamp`, which was read from the row. Returns
/// `false` if `timestamp` is too far in the future.
pub(crate) fn observe(key: &[u8], timestamp: i64, now: i64) -> bool {
    with(|clock| clock.observe(key, timestamp, now))
}

/// Requests the turn of a write at some rows.
pub(crate) fn turn(keys: impl IntoIterator<Item: AsRef<[u8]>>, sharing: Sharing) -> Turn {
    with(|clock| clock.turn(keys, sharing))
}

/// Takes the turn of puts or deletes at the rows where no compare-and-set is in the way, each with its keys. Returns
/// `true` for each other row.
pub(crate) fn free_turn<'k>(keys: impl Iterator<Item = &'k [&'k [u8]]>) -> (Turn, Vec<bool>) {
    with(|clock| clock.free_turn(keys, Sharing::Writes))
}

fn with<T>(read: impl FnOnce(&Arc<WriteClock>) -> T) -> T {
    #[cfg(test)]
    if let Some(machine) = crate::sim::machine::Machine::current() {
        return read(&machine.write_clock());
    }
    read(&CLOCK)
}
