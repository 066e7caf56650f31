//! Plans of keys in ordered code. Queries, filters and `explain` think of keys in full; ranges, and the places that `next` takes and
//! gives, are of keys as they are written.
//!
//! All of it is out of line, because the plans of other keys only pass by (30 of 1,700 instructions of a plan, 150 of 2,700 of
//! `next`; `benches/instructions`).

use super::ScanPlan;
use super::prefixes::Spans;
use super::upto::Upto;
use crate::bytes::{KeyBuf, KeyRange};
use crate::layout::Layout;
use alloc::borrow::Cow;
use alloc::boxed::Box;

/// Turns spans of keys in full into those of keys as they are written, and returns the spans of keys in full. Drops a span that holds
/// no key, because its two ends differ only in what is left out.
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
    /// Range number `index` of all, of keys in full; `None` if keys are not in ordered code.
    pub(in crate::scan) fn range_in_full(&self, index: usize) -> Option<&KeyRange> {
        Some(&self.in_full.as_ref()?.get(index)?.range)
    }

    /// The key in full, if it is one; else its bytes.
    pub(in crate::scan) fn key_in_full<'k>(&self, key: &'k [u8]) -> Cow<'k, [u8]> {
        let full = if self.query.key.is_ordered_code { self.layout().in_full(key).ok() } else { None };
        full.map_or(Cow::Borrowed(key), |full| Cow::Owned(full.into()))
    }

    /// `true` if a key passes the filters.
    #[cold]
    #[inline(never)]
    pub(super) fn holds_in_full(&self, key: &[u8]) -> bool {
        let holds = |full: KeyBuf| self.filters().iter().all(|filter| filter.holds(self.layout(), &full));
        self.layout().in_full(key).is_ok_and(holds)
    }

    /// As [`ScanPlan::raise_end`], of a whole key as it is written.
    #[cold]
    #[inline(never)]
    pub(super) fn raise_written(&self, key: &mut KeyBuf) -> bool {
        let mut full = self.layout().place_in_full(key);
        let is_possible = self.raise_end(0, &mut full, 0);
        let raised = self.layout().written_place(&full);
        if raised > *key {
            *key = raised;
        }
        is_possible
    }

    /// The stop of the keys below `most` that the filters leave possible; `None` if there are none.
    #[cold]
    #[inline(never)]
    pub(super) fn most_written(&self, most: &[u8]) -> Option<Option<KeyBuf>> {
        let upto = self.most(0, Upto::below(&self.layout().place_in_full(most))?)?;
        Some(upto.stop().map(|stop| self.layout().written_place(&stop)))
    }
}
