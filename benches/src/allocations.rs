//! Counts the allocations of a thread, with an allocator that delegates to the system allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Each thread counts its own allocations, because a test harness allocates in other threads at any time.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends can free and allocate after its locals are destroyed.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

/// The system allocator, with counts.
#[derive(Debug)]
pub struct Counted;

#[allow(unsafe_code, reason = "the trait is unsafe; each call is passed on unchanged")]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller upholds the contract of the system allocator, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above. The block came from the same allocator.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above. The block came from the same allocator.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// Returns the number of allocations of `run` in this thread.
pub fn of(run: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    run();
    COUNT.get() - before
}
