//! Counts allocations: an allocator that hands everything on to the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

static COUNT: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, counted.
#[derive(Debug)]
pub struct Counted;

#[allow(unsafe_code, reason = "the trait is unsafe; each call is passed on unchanged")]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above; the block came from the same allocator.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above; the block came from the same allocator.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// How often `run` allocates.
pub fn of(run: impl FnOnce()) -> u64 {
    let before = COUNT.load(Ordering::Relaxed);
    run();
    COUNT.load(Ordering::Relaxed) - before
}
