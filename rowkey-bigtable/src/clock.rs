//! The clock of writes.

use rowkey_store::WriteClock;

/// The clock of all writes of this process. Bigtable shows of a column the cell with the greatest timestamp, and a delete removes
/// the cells up to its own.
pub(crate) static CLOCK: WriteClock = WriteClock::new();
