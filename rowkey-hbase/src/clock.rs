//! The clock of writes.

use rowkey_store::WriteClock;

/// The clock of all writes of this process. HBase returns the version of a cell with the highest timestamp. A delete
/// hides every version with the same or a lower timestamp.
static CLOCK: WriteClock = WriteClock::new();

/// Returns the time of day in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    #[cfg(test)]
    if let Some(machine) = crate::sim::machine::Machine::current() {
        return machine.time_of_day();
    }
    WriteClock::now()
}

/// Returns the timestamp of the next write of the row `key`: `now`, or a higher one if the row already has a write at
/// `now`.
pub(crate) fn stamp(key: &[u8], now: i64) -> i64 {
    with(|clock| clock.stamp(key, now))
}

/// Makes the next write of the row `key` use a timestamp above `timestamp`, which was read from the row. Returns
/// `false` if `timestamp` is too far in the future.
pub(crate) fn observe(key: &[u8], timestamp: i64, now: i64) -> bool {
    with(|clock| clock.observe(key, timestamp, now))
}

fn with<T>(read: impl FnOnce(&WriteClock) -> T) -> T {
    #[cfg(test)]
    if let Some(machine) = crate::sim::machine::Machine::current() {
        return read(&machine.write_clock());
    }
    read(&CLOCK)
}
