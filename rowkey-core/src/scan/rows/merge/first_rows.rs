//! The first row of each value of a field, out of the rows of a merge.

use crate::layout::Layout;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;

/// The choice of the first row of each value.
pub(super) struct FirstRows {
    layout: &'static Layout,
    field: usize,
    /// The key of the last row, wanted or not: an iterator has handed over the row itself.
    last: Vec<u8>,
    /// The end of its values; `None` before the first row, and if it cannot be cut.
    end: Option<usize>,
}

impl FirstRows {
    /// `None` if all rows are wanted.
    pub(super) fn of(plan: &ScanPlan) -> Option<Self> {
        Some(Self { layout: plan.layout(), field: plan.distinct_field()?, last: Vec::new(), end: None })
    }

    /// `true` if a row, whose key is kept, is the first of its values. Rows of equal values follow each other.
    pub(super) fn is_first(&mut self, key: &[u8]) -> bool {
        let (end, lead) = (self.layout.end_of_value(key, self.field), self.layout.fields_at());
        let found = end.and_then(|end| key.get(lead..end));
        let is_first = found.is_none() || found != self.end.and_then(|end| self.last.get(lead..end));
        self.last.clear();
        self.last.extend_from_slice(key);
        self.end = end;
        is_first
    }

    /// The key of the last row, and its field, with the end of that; `None` before the first, and if it cannot be cut.
    pub(super) fn last(&self) -> Option<(&[u8], (usize, usize))> {
        Some((&self.last, (self.field, self.end?)))
    }
}
