//! The memory that all scans of a connection share.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The minimum number of bytes for a page, so that a merge gets a page of each of its ranges.
const LEAST: usize = 8 << 10;

/// The maximum number of bytes for the pages of all scans, and the number in use.
#[derive(Debug)]
pub(crate) struct Budget {
    most: usize,
    granted: AtomicUsize,
    scans: AtomicUsize,
}

impl Budget {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, granted: AtomicUsize::new(0), scans: AtomicUsize::new(0) })
    }

    /// Returns the granted bytes, and the number of scans that share them.
    #[cfg(test)]
    pub(crate) fn held(&self) -> (usize, usize) {
        (self.granted.load(Ordering::Relaxed), self.scans.load(Ordering::Relaxed))
    }

    /// Counts a scan until the guard is dropped.
    pub(crate) fn enter(self: &Arc<Self>) -> Share {
        self.scans.fetch_add(1, Ordering::Relaxed);
        Share { budget: Arc::clone(self) }
    }
}

/// A scan that shares a [`Budget`].
#[derive(Debug)]
pub(crate) struct Share {
    budget: Arc<Budget>,
}

impl Share {
    /// Grants up to `wanted` bytes for a page. The limits are half of this scan's share, because a scan has two pages
    /// at a time, and half of the remaining bytes.
    ///
    /// It never waits. A merge that waited for a page of one range would hold the pages of all others in the meantime.
    ///
    /// With 64 MiB for 16 scans, a page gets up to 2 MiB.
    pub(crate) fn grant(&self, wanted: usize) -> Grant {
        let budget = &self.budget;
        let share = budget.most / (2 * budget.scans.load(Ordering::Relaxed).max(1));
        let left = budget.most.saturating_sub(budget.granted.load(Ordering::Relaxed));
        let bytes = wanted.min(share).min(left / 2).max(LEAST);
        budget.granted.fetch_add(bytes, Ordering::Relaxed);
        Grant { budget: Arc::clone(budget), bytes }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.budget.scans.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The bytes of a requested or current page.
#[derive(Debug)]
pub(crate) struct Grant {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Grant {
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Replaces the granted bytes with the bytes of the page that has arrived.
    pub(crate) fn settle(&mut self, bytes: usize) {
        self.budget.granted.fetch_add(bytes, Ordering::Relaxed);
        self.budget.granted.fetch_sub(self.bytes, Ordering::Relaxed);
        self.bytes = bytes;
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        self.budget.granted.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_share_what_there_is() {
        let budget = Budget::new(8 << 20);
        let one = budget.enter();
        assert_eq!(one.grant(1 << 20).bytes(), 1 << 20);
        let others: Vec<_> = (0..15).map(|_| budget.enter()).collect();
        assert_eq!(one.grant(1 << 20).bytes(), 256 << 10);
        drop(others);
        assert_eq!(one.grant(1 << 20).bytes(), 1 << 20);
    }

    /// Adds the scans one after the other. Each requests its pages before the next one starts.
    #[test]
    fn pages_never_exceed_the_budget_but_by_the_least_of_each() {
        let budget = Budget::new(8 << 20);
        let held: Vec<_> =
            (0..500).map(|_| budget.enter()).map(|scan| (scan.grant(1 << 20), scan.grant(1 << 20), scan)).collect();
        assert!(budget.granted.load(Ordering::Relaxed) <= (8 << 20) + 1_000 * LEAST);
        assert!(held.iter().all(|(grant, ..)| grant.bytes() >= LEAST));
        drop(held);
        assert_eq!((budget.granted.load(Ordering::Relaxed), budget.scans.load(Ordering::Relaxed)), (0, 0));
    }

    #[test]
    fn a_page_that_has_come_counts_as_what_it_is() {
        let scan = Budget::new(8 << 20).enter();
        let mut page = scan.grant(1 << 20);
        page.settle(5 << 20);
        assert_eq!(scan.budget.granted.load(Ordering::Relaxed), 5 << 20);
        assert_eq!(scan.grant(2 << 20).bytes(), 3 << 19);
        page.settle(0);
        assert_eq!(scan.grant(2 << 20).bytes(), 2 << 20);
    }
}
