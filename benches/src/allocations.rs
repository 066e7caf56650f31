//! Counts the allocations of a thread, with an allocator that delegates to the system allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Each thread counts its own: a test harness allocates in other threads whenever it likes.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends may free and allocate after its locals are gone.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

/// The system's allocator, counted.
#[derive(Debug)]
pub struct Counted;

#[allow(unsafe_code, reason = "the trait is unsafe; each call is passed on unchanged")]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above; the block came from the same allocator.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above; the block came from the same allocator.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// How often `run` allocates, in this thread.
pub fn of(run: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    run();
    COUNT.get() - before
}
