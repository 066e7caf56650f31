//! The clock of writes.

use rowkey_store::WriteClock;

use crate::chunks::Committed;

/// The clock of all writes of this process. Bigtable returns the cell of a column with the highest timestamp. A delete
/// removes the cells up to its own timestamp.
static CLOCK: WriteClock = WriteClock::new();

/// Returns the timestamp of the next write of a row, in milliseconds.
pub(crate) fn stamp(key: &[u8]) -> i64 {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.write_clock().stamp(key, machine.time_of_day());
    }
    CLOCK.stamp(key, WriteClock::now())
}

/// Returns the time of day, in milliseconds.
pub(crate) fn now() -> i64 {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.time_of_day();
    }
    WriteClock::now()
}

/// Makes the next write of a row use a timestamp above those of its cells, which were just read.
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
