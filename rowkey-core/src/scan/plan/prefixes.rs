//! Turns a query into the spans of its plan: combines the bound values to prefixes, finds the buckets of each prefix,
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
//! Read `plan_spans` for the steps, then `put_span` for the bytes of one span.

use super::enumerate::Enumeration;
use super::row_order::RowOrder;
use super::sections::Sections;
use super::typed::Plan;
use super::{AllEnumerated, Buckets, ScanPlan, Span, put_label};
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::error::ScanError;
use crate::layout::Layout;
use crate::layout::salt::{Bucket, Salt};
use crate::scan::query::{MAX_RANGES, Query, TailCondition, UntypedKey};
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The maximum number of combinations of bound values to try, unless more ranges are allowed.
const MAX_PREFIXES: usize = 65_536;

/// The spans of a plan. Most plans have one.
pub(super) type Spans = SmallVec<[Span; 1]>;

impl Query {
    /// Makes the plan of the query, with the type `K` of its keys.
    ///
    /// Inlined, and filled in place: a plan takes hundreds of bytes, and each call that returns it copies them.
    ///
    /// # Errors
    ///
    /// Returns a [`ScanError`] for too many ranges, a missing bucket, a bound that has no place among the values of its
    /// field, or a cursor of another scan.
    #[inline(always)]
    pub fn plan_of<K>(self) -> Result<Plan<K>, ScanError> {
        let mut plan = Plan::new(ScanPlan {
            query: self,
            spans: Spans::new(),
            buckets: Buckets::Each,
            enumerated: AllEnumerated::new(),
            sections: None,
            resumed: None,
            order: RowOrder::ByKey,
            reversed: false,
        });
        match plan.untyped.plan_spans() {
            Ok(()) => Ok(plan),
            Err(error) => Err(*error),
        }
    }

    /// Makes the plan of the query, for code that does not know the type of the key.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Query::plan_of`].
    pub fn plan(self) -> Result<ScanPlan, ScanError> {
        self.plan_of::<()>().map(Plan::into_untyped)
    }
}

impl ScanPlan {
    /// Fills in the spans and the buckets of the query.
    fn plan_spans(&mut self) -> Result<(), Box<ScanError>> {
        let Self { query, spans, enumerated, .. } = self;
        let (mut max_ranges, mut only, mut cursor) = (MAX_RANGES, None, None);
        if let Some(options) = &mut query.options {
            (max_ranges, only, cursor) = (options.max_ranges, options.bucket, options.cursor.take());
            if let Some(error) = options.error.take() {
                return Err(error.into());
            }
        }
        // Values that no key can hold would only multiply the combinations.
        query.drop_refused();
        let layout = query.key.layout;
        let tails = query.count_tails();
        if tails > max_ranges.max(MAX_RANGES) {
            return Err(too_many(layout, tails as u128, max_ranges.max(MAX_RANGES)));
        }
        // Most queries are one query. Others are expanded: one per tail, older tag, and value of a computed element.
        let expanded;
        let queries = match (query.key.has_computed, layout.older_prefixes(), query.tail) {
            (false, [], TailCondition::None | TailCondition::Between(_) | TailCondition::Text(_)) => {
                core::slice::from_ref(query)
            }
            _ => {
                expanded = query.expand(max_ranges);
                &expanded[..]
            }
        };
        // Each tail and tag gets the same share of the values that may be listed. `expand` may have turned the
        // tails into a filter, so count them again.
        let tails = query.count_tails();
        let shares = tails * (1 + layout.older_prefixes().len());
        let listed = if shares > 1 { max_ranges / shares } else { max_ranges };
        let is_all = put_spans(queries, (max_ranges, listed), only, spans, enumerated)?;
        // The queries of all tags list the same values. The queries of all tails do too, unless the field with the
        // tail is the listed one. So count each value once.
        for listed in enumerated.iter_mut() {
            let tails = if listed.field == query.bound.len() { 1 } else { tails };
            listed.values /= (1 + layout.older_prefixes().len()) * tails;
        }
        // Sort the spans for binary search, and join those that overlap.
        if spans.len() > 1 {
            let place = |span: &'_ Span| (span.tag(layout).to_vec(), span.bucket);
            match layout.older_prefixes() {
                [] => spans.sort_unstable_by(|a, b| (a.bucket, a.range.start()).cmp(&(b.bucket, b.range.start()))),
                _ => spans.sort_by_cached_key(|span| (place(span), span.range.start().to_vec())),
            }
            spans.dedup_by(|next, last| last.tag(layout) == next.tag(layout) && last.join(next));
        }
        // A scan of a whole enum with older versions of some variant is read in sections.
        if let (Some(kind_of), [Span { range, .. }]) = (query.key.kind_of, &spans[..]) {
            let places = Sections::count_ranges(query.key);
            if places > max_ranges as u128 {
                return Err(too_many(layout, places, max_ranges));
            }
            let (sections, ranges) = Sections::cut(query.key, kind_of, range);
            self.sections = Some(sections.into());
            *spans = ranges.into_iter().map(|range| Span { bucket: 0, range }).collect();
        }
        if let (Some(salt), true) = (&layout.parts.salt, is_all) {
            self.read_all_buckets(salt, only, max_ranges);
        }
        let ranges = self.whole_count();
        if ranges > max_ranges {
            return Err(too_many(layout, ranges as u128, max_ranges));
        }
        // Only now is it final which fields have values.
        self.query.filter_by_variant();
        cursor.map_or(Ok(()), |cursor| self.resume(&cursor))
    }
}

/// Adds the spans of all queries, only in bucket `only` if it is given, and counts the values listed for the salt: at
/// most `listed` per query. Returns `true` if all buckets are read. If one query reads all buckets, all queries do.
fn put_spans(
    queries: &[Query],
    (max_ranges, listed): (usize, usize),
    only: Option<u32>,
    spans: &mut Spans,
    enumerated: &mut AllEnumerated,
) -> Result<bool, Box<ScanError>> {
    let mut combined = 0usize;
    let possible = || queries.iter().filter(|query| query.combinations() > 0);
    let mut is_all = queries.len() > 1 && possible().any(|query| BucketSource::of(query, listed).is_all());
    for query in possible() {
        let combinations = query.combinations();
        combined = combined.saturating_add(combinations);
        if combined > max_ranges.max(MAX_PREFIXES) {
            return Err(too_many(query.key.layout, combined as u128, max_ranges.max(MAX_PREFIXES)));
        }
        let source = if is_all { BucketSource::All } else { BucketSource::of(query, listed) };
        let mut chosen: SmallVec<[usize; 4]> = SmallVec::from_elem(0, query.lists().len());
        spans.reserve(combinations.min(MAX_PREFIXES));
        for _ in 0..query.combinations() {
            source.put_spans(query, &chosen, only, spans);
            query.choose_next(&mut chosen);
        }
        is_all |= source.is_all();
        source.add_enumerated(enumerated);
    }
    Ok(is_all)
}

#[cold]
fn too_many(layout: &Layout, found: u128, max: usize) -> Box<ScanError> {
    ScanError::TooManyRanges { key: layout.name(), found, most: max }.into()
}

impl Query {
    /// Expands the query: one query per tail and per value of a computed element, and again for each older tag.
    #[cold]
    fn expand(&mut self, max_ranges: usize) -> Vec<Self> {
        let mut expanded = match self.key.has_computed {
            true => self.per_tail_and_computed_value(max_ranges),
            false => self.per_tail(),
        };
        let of_older = |prefix: &&[u8]| expanded.iter().map(|it| it.with_prefix(prefix)).collect::<Vec<_>>();
        expanded.extend(self.key.layout.older_prefixes().iter().flat_map(of_older).collect::<Vec<_>>());
        expanded
    }

    /// Advances to the next combination, like an odometer. `chosen` has the index of a value in each list. With lists
    /// of 2 and 3 values: 0 0, 0 1, 0 2, 1 0, and so on. The last combination is followed by the first.
    fn choose_next(&self, chosen: &mut [usize]) {
        for (number, list) in chosen.iter_mut().zip(self.lists()).rev() {
            *number += 1;
            if *number < list.len() {
                return;
            }
            *number = 0;
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
enum BucketSource {
    /// All buckets: the key has no salt, or an input is not known.
    All,
    /// The salt of the inputs. All inputs are known.
    Known(&'static Salt),
    /// The salt of the known inputs and of each listed value of the others. One enumeration serves all salt versions
    /// that take the same kind of input.
    Enumerated(&'static Salt, Vec<Enumeration>),
    /// The salt of the whole rest of the key: all fields have values.
    Rest(&'static Salt),
}

impl BucketSource {
    fn of(query: &Query, max_values: usize) -> Self {
        match &query.key.layout.parts.salt {
            Some(salt) if salt.rest && query.is_whole_key() => Self::Rest(salt),
            Some(salt) if salt.rest => Self::All,
            Some(salt) if !query.has_open_input(salt) => Self::Known(salt),
            Some(salt) => {
                let enumerations = Enumeration::of_all_generations(query, salt, max_values);
                enumerations.map_or(Self::All, |enumerations| Self::Enumerated(salt, enumerations))
            }
            None => Self::All,
        }
    }

    const fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// Adds the spans of one combination of bound values, only in bucket `only` if it is given.
    fn put_spans(&self, query: &Query, chosen: &[usize], only: Option<u32>, spans: &mut Spans) {
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
        let (tail, bytes) = (&query.tail, query.tail_bytes());
        match self {
            Self::All => put(only.unwrap_or_default(), tail, bytes),
            Self::Known(salt) => salt.each_version(|salt| {
                if let Some(bucket) = query.bucket_of(salt, chosen) {
                    put(bucket, tail, bytes);
                }
            }),
            Self::Rest(salt) => {
                let rest = prefix.get(query.key.layout.fields_at()..).unwrap_or_default();
                salt.each_version(|salt| {
                    if let Ok(bucket) = salt.bucket_of_rest(rest) {
                        put(bucket, tail, bytes);
                    }
                });
            }
            Self::Enumerated(salt, enumerations) => {
                enumerations.iter().for_each(|enumeration| enumeration.put_spans(query, salt, chosen, &mut put));
            }
        }
    }

    /// Adds the number of values listed per field to the numbers of other queries.
    fn add_enumerated(&self, all: &mut AllEnumerated) {
        let Self::Enumerated(_, enumerations) = self else { return };
        let Some(present) = enumerations.first() else { return };
        if all.is_empty() {
            *all = present.fields();
            return;
        }
        for found in present.fields() {
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
            // `expand` made one query per tail.
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
    /// Returns the prefix with the tag. It differs between the spans of a record type with older tags.
    pub(super) fn tag(&self, layout: &Layout) -> &[u8] {
        self.range.start().get(..layout.prefix().len()).unwrap_or_default()
    }

    /// Joins the next span if they overlap. Only prefixes of texts that are parsed from the end of the key overlap.
    fn join(&mut self, next: &Self) -> bool {
        self.bucket == next.bucket && self.range.join(&next.range)
    }
}
