//! The number of decodes.

use std::cell::Cell;

thread_local! {
    static DECODES: Cell<u64> = const { Cell::new(0) };
}

/// Counts decodes.
pub(crate) fn add(more: u64) {
    DECODES.set(DECODES.get() + more);
}

/// Returns the number of decodes on this thread.
#[must_use]
pub fn decodes() -> u64 {
    DECODES.get()
}
