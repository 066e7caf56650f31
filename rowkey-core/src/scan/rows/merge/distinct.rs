//! Keeps the first row for each value of a field, in a `distinct` scan.
//!
//! For the key `device | metric | at` and distinct `metric`, `07 01 30` is kept, and `07 01 40` is dropped. The lanes
//! seek past it if they can (`LaneState::skip_value`).

use crate::layout::Layout;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;

/// The last row of a `distinct` scan, to compare the next row with.
pub(super) struct Distinct {
    layout: &'static Layout,
    field: usize,
    /// The key of the last row, kept or dropped. It is a copy, because an iterator has handed out the row itself.
    last: Vec<u8>,
    /// The end of its value in the key. `None` before the first row, or if the key is too short.
    end: Option<usize>,
}

impl Distinct {
    /// Returns `None` if the scan is not `distinct`.
    pub(super) fn of(plan: &ScanPlan) -> Option<Self> {
        Some(Self { layout: plan.layout(), field: plan.distinct_field()?, last: Vec::new(), end: None })
    }

    /// Returns `true` if a row is the first with its value, and notes its key. Rows with the same value follow each
    /// other.
    pub(super) fn is_first(&mut self, key: &[u8]) -> bool {
        let (end, lead) = (self.layout.end_of_value(key, self.field), self.layout.fields_at());
        let found = end.and_then(|end| key.get(lead..end));
        let is_first = found.is_none() || found != self.end.and_then(|end| self.last.get(lead..end));
        self.last.clear();
        self.last.extend_from_slice(key);
        self.end = end;
        is_first
    }

    /// Returns the key of the last row, the field, and the end of its value. `None` before the first row, or if the key
    /// is too short.
    pub(super) fn last(&self) -> Option<(&[u8], (usize, usize))> {
        Some((&self.last, (self.field, self.end?)))
    }
}
