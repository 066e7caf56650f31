//! Plans that read every bucket: one range per bucket, or one range over all labels if that is too many.
//!
//! An example with `#[salt(md5, buckets = 1 << 27, hex(7))] id: String`, which has 134,217,728 labels. A scan of the
//! whole table reads `0000000` .. `7fffffg` as one range, whose stop is the first byte string after the last label
//! `7ffffff`. The rows come in the order of their labels, and all conditions are checked per row.
//!
//! The range also contains bytes that are no label, such as `000000:`. These can begin keys of another table in the
//! same store, so the label is checked as well.

use super::upper_limit::UpperLimit;
use super::{Buckets, ScanPlan, Span, put_label, put_prefix};
use crate::bytes::{KeyBuf, KeyRange};
use crate::layout::salt::Salt;
use core::num::NonZeroUsize;

impl ScanPlan {
    /// Reads the spans in every bucket, or only in bucket `only`. If that takes more than `max_ranges` ranges, the plan
    /// becomes one range over all labels.
    pub(super) fn read_all_buckets(&mut self, salt: &'static Salt, only: Option<u32>, max_ranges: usize) {
        let layout = self.layout();
        // Spans are sorted by tag, and each tag has the same number of them.
        let mut tags = self.spans.chunk_by(|a, b| a.tag(layout) == b.tag(layout));
        let Some(per_tag) = tags.next().and_then(|spans| NonZeroUsize::new(spans.len())) else { return };
        // The number of a bucket has 32 bits.
        let max_ranges = max_ranges.min(u32::MAX as usize);
        let labels = only.map_or(salt.labels(), |_| 1);
        let found = labels.saturating_mul(self.spans.len() as u128);
        if found > max_ranges as u128 && self.spans.len() <= max_ranges {
            return self.cover_labels(salt, found, max_ranges);
        }
        let first = only.map_or(0, u64::from);
        let buckets = first..first.saturating_add(u64::try_from(labels).unwrap_or(u64::MAX));
        self.buckets = Buckets::All { buckets, per_tag };
    }

    #[cold]
    fn cover_labels(&mut self, salt: &Salt, found: u128, max_ranges: usize) {
        let layout = self.layout();
        // The range has no field in it, so each condition becomes a filter.
        self.query.filter_from(0);
        if !salt.fills_label() || !layout.parts.separator.is_empty() {
            self.query.filter_by_label();
        }
        let label_end = layout.parts.label_at() + salt.label.width();
        let range_of = |prefix: &[u8]| {
            let [mut start, mut stop] = [(); 2].map(|()| KeyBuf::of(self.query.values()));
            for (end, label) in [(&mut start, 0), (&mut stop, salt.last_label())] {
                put_prefix(end, prefix);
                put_label(end, label, layout);
            }
            stop.truncate(label_end);
            KeyRange { start, stop: stop.succeed(0).then_some(stop) }
        };
        self.spans = layout.prefixes().map(|prefix| Span { bucket: 0, range: range_of(prefix) }).collect();
        self.spans.sort_unstable_by(|a, b| a.range.start().cmp(b.range.start()));
        self.buckets = Buckets::OneRange { found, max_ranges };
    }

    /// Returns `true` if all labels are read as one range.
    pub(in crate::scan) const fn covers_labels(&self) -> bool {
        matches!(self.buckets, Buckets::OneRange { .. })
    }

    /// Raises a key to the first key at or above it that the filters allow, in any bucket. Returns `false` if there is
    /// none.
    ///
    /// Filters apply to the fields, and all buckets have the same possible fields. So the first possible key is in the
    /// bucket of `key`, or else at the start of the next bucket: from `03 | FF` and the filter `= 7`, it is `04 | 07`.
    #[cold]
    pub(super) fn seek_up_in_any_bucket(&self, key: &mut KeyBuf) -> bool {
        let fields_at = self.layout().fields_at();
        // First in the bucket of the key, then in the bucket after it.
        for is_above in [false, true] {
            if is_above {
                key.truncate(fields_at);
                if !key.succeed(0) {
                    return false;
                }
            }
            key.resize(key.len().max(fields_at), 0);
            if self.seek_up(0, key, fields_at) {
                return true;
            }
        }
        false
    }

    /// Returns the stop of the keys within `limit` that the filters allow, in any bucket. Returns `None` if there are
    /// none. It is the downward form of `seek_up_in_any_bucket`.
    #[cold]
    pub(super) fn seek_down_in_any_bucket(&self, mut limit: UpperLimit) -> Option<Option<KeyBuf>> {
        let fields_at = self.layout().fields_at();
        limit.extend(fields_at);
        let Some(lead) = limit.bytes.get(..fields_at).map(KeyBuf::of) else { return Some(limit.stop()) };
        let found = limit.after(&lead).and_then(|rest| self.seek_down(0, rest)).map(|rest| rest.with_prefix(&lead));
        if let Some(found) = found {
            return Some(found.stop());
        }
        // All lower buckets have the same possible fields. If one exists, everything below this bucket remains.
        self.seek_down(0, UpperLimit::ANY).map(|_| Some(lead))
    }
}
