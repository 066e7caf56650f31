//! Turns a query into spans: combines the bound values to prefixes, finds the buckets of each prefix,
//! and adds the range of the field after them.
//!
//! An example with `#[salt(xor, buckets = 4, of(device))] device: u8 | metric: u8 | at: u8`:
//!
//! ```text
//! query: device(one_of([1, 6])).metric(3).at(5..9)
//!
//! combination   prefix with label 00   bucket      span
//! device 1      00 | 01 03             1 % 4 = 1   01 01 03 05 .. 01 01 03 09
//! device 6      00 | 06 03             6 % 4 = 2   02 06 03 05 .. 02 06 03 09
//!
//! query: no conditions, so all buckets
//!
//! one span with label 00 and no stop. Range number i writes label i over it: 00 .. 01, 01 .. 02, 02 .. 03, 03 .. 04
//! ```
//!
//! Read `BucketSource::put_spans` for one combination, then `put_span` for the bytes of one span.

use super::enumerate::Enumeration;
use super::{AllEnumerated, Span, put_label, put_prefix};
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::layout::Layout;
use crate::layout::salt::{Bucket, Salt};
use crate::scan::query::{Query, TailCondition, UntypedKey};
use alloc::boxed::Box;
use smallvec::SmallVec;

/// The maximum number of combinations of bound values to try, unless more ranges are allowed.
pub(super) const MAX_PREFIXES: usize = 65_536;

/// The spans of a plan. Most plans have one.
pub(super) type Spans = SmallVec<[Span; 1]>;

impl Query {
    /// Calls `take` with each combination of bound values: the number of a value in each list. It counts like an
    /// odometer: with lists of 2 and 3 values, 0 0, 0 1, 0 2, 1 0, and so on.
    pub(super) fn each_combination(&self, mut take: impl FnMut(&[usize])) {
        let lists = self.lists();
        let mut chosen: SmallVec<[usize; 4]> = SmallVec::from_elem(0, lists.len());
        for _ in 0..self.combinations() {
            take(&chosen);
            for (number, list) in chosen.iter_mut().zip(lists).rev() {
                *number += 1;
                if *number < list.len() {
                    break;
                }
                *number = 0;
            }
        }
    }

    /// Returns the prefix of keys with one combination of bound values.
    fn prefix(&self, chosen: &[usize]) -> KeyBuf {
        let layout = self.key.layout;
        let mut prefix = KeyBuf::of(self.values().get(..layout.fields_at()).unwrap_or_default());
        for (element, field) in self.combination(chosen).zip(layout.fields()) {
            prefix.put(element);
            prefix.put(field.separator());
        }
        prefix
    }
}

/// The way to find the buckets of a prefix.
pub(super) enum BucketSource<'s> {
    /// All buckets: the key has no salt, or an input is not known.
    All,
    /// The salt of the inputs. All inputs are known.
    Known(&'s Salt),
    /// The salt of the known inputs and of each listed value of the others.
    Enumerated(&'s Salt, Box<Enumeration>),
    /// The salt of the whole rest of the key: all fields have values.
    Rest(&'s Salt),
}

impl<'s> BucketSource<'s> {
    /// Returns the way to find the buckets that a version of the salt gives to the prefixes of a query.
    pub(super) fn of(query: &Query, salt: Option<&'s Salt>, max_values: usize) -> Self {
        match salt {
            Some(salt) if salt.rest && query.is_whole_key() => Self::Rest(salt),
            Some(salt) if salt.rest => Self::All,
            Some(salt) if !query.has_open_input(salt) => Self::Known(salt),
            Some(salt) => {
                Enumeration::of(query, salt, max_values).map_or(Self::All, |all| Self::Enumerated(salt, all.into()))
            }
            None => Self::All,
        }
    }

    pub(super) const fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// Adds the spans of all combinations of bound values, only in bucket `only` if it is given.
    pub(super) fn put_all(&self, query: &Query, only: Option<u32>, spans: &mut Spans) {
        spans.reserve(query.combinations().min(MAX_PREFIXES));
        query.each_combination(|chosen| self.put_spans(query, chosen, only, spans));
    }

    /// Adds the spans of one combination of bound values.
    pub(super) fn put_spans(&self, query: &Query, chosen: &[usize], only: Option<u32>, spans: &mut Spans) {
        let combined;
        let prefix = match query.lists() {
            [] => query.values(),
            _ => {
                combined = query.prefix(chosen);
                &combined
            }
        };
        let only = only.map(Bucket::from);
        let mut put = |bucket, tail: &TailCondition, bytes: &[u8]| {
            if only.is_none_or(|only| only == bucket) {
                query.put_span(bucket, prefix, tail, bytes, spans);
            }
        };
        let bucket = match self {
            Self::All => Some(only.unwrap_or_default()),
            Self::Known(salt) => query.bucket_of(salt, chosen),
            Self::Rest(salt) => {
                salt.bucket_of_rest(prefix.get(query.key.layout.fields_at()..).unwrap_or_default()).ok()
            }
            Self::Enumerated(salt, enumeration) => return enumeration.put_spans(query, salt, chosen, &mut put),
        };
        if let Some(bucket) = bucket {
            put(bucket, &query.tail, query.tail_bytes());
        }
    }

    /// Adds the number of values listed per field to the numbers of other queries.
    pub(super) fn add_enumerated(&self, all: &mut AllEnumerated) {
        let Self::Enumerated(_, enumeration) = self else { return };
        if all.is_empty() {
            *all = enumeration.fields();
            return;
        }
        for found in enumeration.fields() {
            match all.iter_mut().find(|it| it.field == found.field) {
                Some(it) => it.values += found.values,
                None => all.push(found),
            }
        }
    }
}

impl Query {
    /// Raises a prefix that ends with the last bound field to the stop of all keys that begin with it: `01 03` to `01
    /// 04`. Returns `false` if there is no such stop within the bucket.
    #[inline]
    fn to_successor(&self, prefix: &mut KeyBuf, lead: usize) -> bool {
        if self.key.has_tuple_text && self.ends_below_ff() {
            prefix.put(&[0xFF]);
            return true;
        }
        prefix.succeed(lead)
    }

    /// Returns `true` if longer elements of the last bound field continue with FF.
    #[inline(never)]
    fn ends_below_ff(&self) -> bool {
        self.bound.len().checked_sub(1).is_some_and(|last| self.key.layout.ends_below_ff(last))
    }

    /// Adds the span of the keys that begin with `prefix` and whose next field meets the tail condition, unless the
    /// span is empty.
    fn put_span(&self, bucket: Bucket, prefix: &[u8], tail: &TailCondition, bytes: &[u8], spans: &mut Spans) {
        let UntypedKey { layout, fixed_width, .. } = *self.key;
        // Both ends are written in place. A span takes 150 bytes, each move copies them, and copying bytes right after
        // they were written one by one is slow (12 of 147 ns of a plan, `one_bucket_range` among the peers in
        // `benches/README.md`).
        spans.push(Span { bucket, range: KeyRange::all() });
        let Some(Span { range: KeyRange { start, stop: end }, .. }) = spans.last_mut() else { return };
        let stop = end.insert(KeyBuf::EMPTY);
        for end in [&mut *start, &mut *stop] {
            end.put(prefix);
            put_label(end, bucket, layout);
        }
        // A bound can be after all keys of the bucket, whose first bytes are `lead`. As a stop, it becomes the end of
        // the bucket. As a start, it leaves an empty span.
        let lead = layout.fields_at();
        let (mut has_start, mut has_stop) = (true, true);
        match tail {
            TailCondition::None if self.is_whole_key() => stop.put(&[0]),
            TailCondition::None => has_stop = self.to_successor(stop, lead),
            TailCondition::Text(text) => {
                let element = text.element(bytes).unwrap_or_default();
                start.put(element);
                stop.put(element);
                has_stop = stop.succeed(lead);
            }
            // `expand.rs` made one query per tail.
            TailCondition::AnyOf => {}
            TailCondition::Between(bounds) => {
                has_start = bounds.start(bytes).is_none_or(|bound| bound.go_to(start, lead));
                has_stop = match bounds.stop(bytes) {
                    Some(bound) => bound.go_to(stop, lead),
                    None => self.to_successor(stop, lead),
                };
            }
        }
        if !has_start || has_stop && is_empty(start, stop, fixed_width) {
            spans.pop();
            return;
        }
        if !has_stop {
            *end = None;
        }
    }
}

/// Returns `true` if no key is between `start` and `stop`. If all keys are 3 bytes wide, no key is between `01 02` and
/// `01 02 00`.
fn is_empty(start: &[u8], stop: &[u8], fixed_width: Option<usize>) -> bool {
    let has_zeros = || stop.strip_prefix(start).is_some_and(|rest| rest.iter().all(|&byte| byte == 0));
    start >= stop || stop.len() > start.len() && fixed_width.is_some_and(|width| stop.len() <= width) && has_zeros()
}

impl Span {
    /// Returns the prefix with the tag, if it differs between spans: those of a record type with older tags.
    pub(super) fn tag(&self, layout: &Layout) -> Option<&[u8]> {
        if layout.older_prefixes().is_empty() { None } else { self.range.start().get(..layout.prefix().len()) }
    }

    /// Returns what the spans of a plan are sorted by.
    pub(super) fn place(&self, layout: &Layout) -> (Option<&[u8]>, Bucket, &[u8]) {
        (self.tag(layout), self.bucket, self.range.start())
    }

    /// Returns the span with the prefix of another version, which has the same width.
    pub(super) fn with_prefix(&self, prefix: &[u8]) -> Self {
        let mut span = self.clone();
        let KeyRange { start, stop } = &mut span.range;
        [Some(start), stop.as_mut()].into_iter().flatten().for_each(|end| put_prefix(end, prefix));
        span
    }

    /// Joins the next span if they overlap. Only prefixes of texts that are parsed from the end of the key overlap.
    pub(super) fn join(&mut self, next: &Self) -> bool {
        self.bucket == next.bucket && self.range.join(&next.range)
    }
}
