//! Plans of keys in ordered code. Queries, filters and `explain` use full keys. Ranges and the keys of `next` use the
//! bytes that are stored.
//!
//! All functions are out of line, because plans of other keys only test a flag (30 of 1,700 instructions of a plan, 150
//! of 2,700 of `next`, in `benches/instructions`).

use super::ScanPlan;
use super::prefixes::Spans;
use super::upper_limit::UpperLimit;
use crate::bytes::{KeyBuf, KeyRange};
use crate::layout::Layout;
use alloc::borrow::Cow;
use alloc::boxed::Box;

/// Converts spans of full keys to spans of stored keys, and returns the spans of full keys. Drops a span without stored
/// keys, whose two ends differ only in unstored bytes.
#[cold]
#[inline(never)]
pub(super) fn write_spans(layout: &Layout, spans: &mut Spans) -> Box<Spans> {
    spans.retain(|span| {
        let KeyRange { start, stop } = layout.written_range(&span.range);
        stop.is_none_or(|stop| start < stop)
    });
    let in_full = Box::new(spans.clone());
    for span in spans {
        span.range = layout.written_range(&span.range);
    }
    in_full
}

impl ScanPlan {
    /// Returns range `index` among all ranges, in full keys. `None` if keys are not in ordered code.
    pub(in crate::scan) fn range_in_full(&self, index: usize) -> Option<&KeyRange> {
        Some(&self.in_full.as_ref()?.get(index)?.range)
    }

    /// Returns the full key of a stored key. Other bytes stay as they are.
    pub(in crate::scan) fn key_in_full<'k>(&self, key: &'k [u8]) -> Cow<'k, [u8]> {
        let full = if self.query.key.is_ordered_code { self.layout().in_full(key).ok() } else { None };
        full.map_or(Cow::Borrowed(key), |full| Cow::Owned(full.into()))
    }

    /// Returns `true` if a stored key passes the filters.
    #[cold]
    #[inline(never)]
    pub(super) fn holds_in_full(&self, key: &[u8]) -> bool {
        let holds = |full: KeyBuf| self.filters().iter().all(|filter| filter.holds(self.layout(), &full));
        self.layout().in_full(key).is_ok_and(holds)
    }

    /// Like [`ScanPlan::seek_up`], for a stored key.
    #[cold]
    #[inline(never)]
    pub(super) fn seek_up_stored(&self, key: &mut KeyBuf) -> bool {
        let mut full = self.layout().place_in_full(key);
        let is_possible = self.seek_up(0, &mut full, 0);
        let raised = self.layout().written_place(&full);
        if raised > *key {
            *key = raised;
        }
        is_possible
    }

    /// Returns the stop of the stored keys below `stop` that the filters allow. `None` if there are no such keys.
    #[cold]
    #[inline(never)]
    pub(super) fn seek_down_stored(&self, stop: &[u8]) -> Option<Option<KeyBuf>> {
        let limit = self.seek_down(0, UpperLimit::below(&self.layout().place_in_full(stop))?)?;
        Some(limit.stop().map(|stop| self.layout().written_place(&stop)))
    }
}
