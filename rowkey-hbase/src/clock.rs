//! The clock of writes.

use rowkey_store::WriteClock;

/// The clock of all writes of this process. HBase keeps of a cell the version with the greatest timestamp, and a delete hides every
/// version at or below its own.
static CLOCK: WriteClock = WriteClock::new();

/// The time of day in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    #[cfg(test)]
    if let Some(machine) = crate::sim::machine::Machine::current() {
        return machine.time_of_day();
    }
    WriteClock::now()
}

/// The timestamp of the next write of row `key`: `now`, or more if the row has had that one.
pub(crate) fn stamp(key: &[u8], now: i64) -> i64 {
    with(|clock| clock.stamp(key, now))
}

/// Has the next write of row `key` pass `timestamp`, which was read of the row; `false` if it lies too far ahead.
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
