//! The number of decodes that were tried.

use std::cell::Cell;

thread_local! {
    static DECODES: Cell<u64> = const { Cell::new(0) };
}

/// Counts decodes.
pub(crate) fn add(more: u64) {
    DECODES.set(DECODES.get() + more);
}

/// The number of decodes that this thread has tried.
#[must_use]
pub fn decodes() -> u64 {
    DECODES.get()
}
