//! Plans that read every bucket: one range for each, or where these are too many, one range over all labels.
//!
//! `#[salt(md5, buckets = 1 << 27, hex(7))] id: String` has 134,217,728 labels. A scan of the whole table reads `0000000` up to
//! `7fffffg` as one range, the first byte string after the last label. Its rows are in the order of their labels, and all that is asked of fields is checked per row. Bytes in
//! between that are no label, such as `000000:`, can be the keys of another table in the same store, so the label is checked too.

use super::upto::Upto;
use super::{Buckets, ScanPlan, Span, put_label};
use crate::bytes::{KeyBuf, KeyRange};
use crate::layout::salt::Salt;
use core::num::NonZeroUsize;

impl ScanPlan {
    /// Reads the spans in every bucket, or in bucket `only`. If that takes more than `most` ranges, it reads all labels as one.
    pub(super) fn read_all_buckets(&mut self, salt: &'static Salt, only: Option<u32>, most: usize) {
        let layout = self.layout();
        let mut tags = self.spans.chunk_by(|a, b| a.tag(layout) == b.tag(layout));
        let Some(per_tag) = tags.next().and_then(|spans| NonZeroUsize::new(spans.len())) else { return };
        // Buckets are numbers of 32 bits.
        let most = most.min(u32::MAX as usize);
        let labels = only.map_or(salt.labels(), |_| 1);
        let found = labels.saturating_mul(self.spans.len() as u128);
        if found > most as u128 && self.spans.len() <= most {
            return self.cover_labels(salt, found, most);
        }
        let first = only.map_or(0, u64::from);
        let buckets = first..first.saturating_add(u64::try_from(labels).unwrap_or(u64::MAX));
        self.buckets = Buckets::All { buckets, per_tag };
    }

    #[cold]
    fn cover_labels(&mut self, salt: &Salt, found: u128, most: usize) {
        let layout = self.layout();
        self.query.filter_from(0);
        if !salt.fills_label() || !layout.parts.separator.is_empty() {
            self.query.filter_by_label();
        }
        let label_end = layout.parts.label_at() + salt.label.width();
        let range_of = |prefix: &[u8]| {
            let query = self.query.with_prefix(prefix);
            let (mut start, mut stop) = (KeyBuf::of(query.values()), KeyBuf::of(query.values()));
            put_label(&mut start, 0, layout);
            put_label(&mut stop, salt.last_label(), layout);
            stop.truncate(label_end);
            KeyRange { start, stop: stop.succeed(0).then_some(stop) }
        };
        let prefixes = [layout.prefix()].into_iter().chain(layout.older_prefixes().iter().copied());
        self.spans = prefixes.map(|prefix| Span { bucket: 0, range: range_of(prefix) }).collect();
        self.spans.sort_unstable_by(|a, b| a.range.start().cmp(b.range.start()));
        self.buckets = Buckets::OneRange { found, most };
    }

    /// `true` if all labels are read as one range.
    pub(in crate::scan) const fn covers_labels(&self) -> bool {
        matches!(self.buckets, Buckets::OneRange { .. })
    }

    /// Raises a key to the least one at or above it that the filters leave possible in any bucket; `false` if there is none.
    #[cold]
    pub(super) fn raise_in_any_bucket(&self, key: &mut KeyBuf) -> bool {
        let fields_at = self.layout().fields_at();
        // In the bucket of the key, then in any above it.
        for is_above in [false, true] {
            if is_above {
                key.truncate(fields_at);
                if !key.succeed(0) {
                    return false;
                }
            }
            key.resize(key.len().max(fields_at), 0);
            if self.raise_end(0, key, fields_at) {
                return true;
            }
        }
        false
    }

    /// The same downward: the stop of the keys up to `upto` that the filters leave possible; `None` if there are none.
    #[cold]
    pub(super) fn most_in_any_bucket(&self, mut upto: Upto) -> Option<Option<KeyBuf>> {
        let fields_at = self.layout().fields_at();
        upto.extend(fields_at);
        let Some(lead) = upto.bytes.get(..fields_at).map(KeyBuf::of) else { return Some(upto.stop()) };
        let found = upto.behind(&lead).and_then(|rest| self.most(0, rest)).map(|rest| rest.put_behind(&lead));
        if let Some(found) = found {
            return Some(found.stop());
        }
        // In any bucket below that one.
        self.most(0, Upto::ANY).map(|_| Some(lead))
    }
}
