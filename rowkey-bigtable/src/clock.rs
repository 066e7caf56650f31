//! The clock of writes.

use rowkey_store::WriteClock;

/// The clock of all writes of this process. Bigtable shows of a column the cell with the greatest timestamp, and a delete removes
/// the cells up to its own.
static CLOCK: WriteClock = WriteClock::new();

/// The timestamp of the next write of a row, in milliseconds.
pub(crate) fn stamp(key: &[u8]) -> i64 {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.write_clock().stamp(key, machine.time_of_day());
    }
    CLOCK.stamp(key, WriteClock::now())
}

/// Has the next writes of rows pass the timestamps that were read of them, in milliseconds.
pub(crate) fn observe<'k>(read: impl IntoIterator<Item = (&'k [u8], i64)>) {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return observe_on(machine.write_clock(), machine.time_of_day(), read);
    }
    observe_on(&CLOCK, WriteClock::now(), read);
}

fn observe_on<'k>(clock: &WriteClock, now: i64, read: impl IntoIterator<Item = (&'k [u8], i64)>) {
    for (key, timestamp) in read {
        clock.observe(key, timestamp, now);
    }
}
