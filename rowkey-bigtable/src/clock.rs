//! The clock of writes.

use rowkey_store::WriteClock;

use crate::chunks::Committed;

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

/// The time of day, in milliseconds.
pub(crate) fn now() -> i64 {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.time_of_day();
    }
    WriteClock::now()
}

/// Has the next write of a row that was read now pass the timestamps of its cells.
pub(crate) fn observe(row: &Committed, now: i64) {
    let observe_on = |clock: &WriteClock| {
        for cell in row.before.iter().chain([&row.last]) {
            clock.observe(&row.key, cell.timestamp_micros / 1_000, now);
        }
    };
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return observe_on(machine.write_clock());
    }
    observe_on(&CLOCK);
}
