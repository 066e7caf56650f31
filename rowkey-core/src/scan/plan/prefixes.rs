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
//! A query is expanded to one query per tail and per value of a computed element. Each is planned for every version of
//! the layout: with the tag `U`, which was `u`, the span `55 07 .. 55 08` is there again as `75 07 .. 75 08`.
//!
//! Read `plan_spans` for the steps, then `put_span` for the bytes of one span.

use super::enumerate::Enumeration;
use super::row_order::RowOrder;
use super::sections::Sections;
use super::typed::Plan;
use super::{AllEnumerated, Buckets, ScanPlan, Span, put_label, put_prefix};
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
        let (mut max_ranges, mut only, mut cursor) = (MAX_RANGES, None, None);
        if let Some(options) = &mut self.query.options {
            (max_ranges, only, cursor) = (options.max_ranges, options.bucket, options.cursor.take());
            if let Some(error) = options.error.take() {
                return Err(error.into());
            }
        }
        // Values that no key can hold would only multiply the combinations.
        self.query.drop_refused();
        let is_all = self.put_spans(max_ranges, only)?;
        self.sort_spans();
        self.cut_sections(max_ranges)?;
        let layout = self.layout();
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

    /// Adds the spans of the query, only in bucket `only` if it is given. Returns `true` if all buckets are read.
    fn put_spans(&mut self, max_ranges: usize, only: Option<u32>) -> Result<bool, Box<ScanError>> {
        let Self { query, spans, enumerated, .. } = self;
        let key = query.key;
        // Most queries are one query of one version.
        if key.has_older || key.has_computed || matches!(query.tail, TailCondition::AnyOf) {
            return self.put_expanded(max_ranges, only);
        }
        let combinations = query.combinations();
        check_count(key.layout, combinations, max_ranges.max(MAX_PREFIXES))?;
        if combinations == 0 {
            return Ok(false);
        }
        let source = BucketSource::of(query, key.layout.parts.salt.as_ref(), max_ranges);
        source.put_all(query, only, spans);
        source.add_enumerated(enumerated);
        Ok(source.is_all())
    }

    /// Expands the query: one query per tail and per value of a computed element. Adds the spans of each of them in
    /// each version of the layout.
    #[cold]
    fn put_expanded(&mut self, max_ranges: usize, only: Option<u32>) -> Result<bool, Box<ScanError>> {
        let Self { query, spans, enumerated, .. } = self;
        let layout = query.key.layout;
        check_count(layout, query.count_tails(), max_ranges.max(MAX_RANGES))?;
        let mut queries =
            if query.key.has_computed { query.per_tail_and_computed_value(max_ranges) } else { query.per_tail() };
        // A query without combinations has no rows.
        queries.retain(|query| query.combinations() > 0);
        // Each tail and prefix gets the same share of the values that may be listed. The tails may have become a filter, so
        // count them now.
        let (tails, prefixes) = (query.count_tails(), layout.prefixes().count());
        let listed = max_ranges / (tails * prefixes);
        let combined = queries.iter().fold(0usize, |all, query| all.saturating_add(query.combinations()));
        check_count(layout, combined.saturating_mul(prefixes), max_ranges.max(MAX_PREFIXES))?;
        let salts: Vec<Option<Salt>> = layout.salts().collect();
        let sources_of = |query| salts.iter().map(move |salt| BucketSource::of(query, salt.as_ref(), listed));
        let mut sources: Vec<BucketSource> = queries.iter().flat_map(sources_of).collect();
        // If one reads all buckets, all do.
        let is_all = sources.iter().any(BucketSource::is_all);
        if is_all {
            sources.fill_with(|| BucketSource::All);
        }
        for (query, sources) in queries.iter().zip(sources.chunks(salts.len())) {
            // The queries of all versions list the same values, so count those of the present one.
            sources[0].add_enumerated(enumerated);
            query.each_combination(|chosen| {
                let mut found = Spans::new();
                sources.iter().for_each(|source| source.put_spans(query, chosen, only, &mut found));
                join_buckets(&mut found);
                spans.extend(layout.prefixes().flat_map(|prefix| found.iter().map(|span| span.with_prefix(prefix))));
            });
        }
        // The queries of all tails list the same values, unless the field with the tail is the listed one.
        for listed in enumerated.iter_mut().filter(|listed| listed.field != query.bound.len()) {
            listed.values /= tails;
        }
        Ok(is_all)
    }

    /// Sorts the spans for binary search, and joins those that overlap.
    fn sort_spans(&mut self) {
        let layout = self.layout();
        if self.spans.len() > 1 {
            self.spans.sort_unstable_by(|a, b| a.place(layout).cmp(&b.place(layout)));
            self.spans.dedup_by(|next, last| last.tag(layout) == next.tag(layout) && last.join(next));
        }
    }

    /// Cuts the one span of a whole enum into sections, if some variant has older versions.
    fn cut_sections(&mut self, max_ranges: usize) -> Result<(), Box<ScanError>> {
        let key = self.query.key;
        if let (Some(kind_of), [Span { range, .. }]) = (key.kind_of, &self.spans[..]) {
            let places = Sections::count_ranges(key);
            if places > max_ranges as u128 {
                return Err(too_many(key.layout, places, max_ranges));
            }
            let (sections, ranges) = Sections::cut(key, kind_of, range);
            self.sections = Some(sections.into());
            self.spans = ranges.into_iter().map(|range| Span { bucket: 0, range }).collect();
        }
        Ok(())
    }
}

/// Joins the spans of one combination of bound values that are in one bucket.
///
/// With hours as inputs, the salt of 16 buckets can put hour 1 into bucket 3, and the older salt of 4 buckets hour 5.
/// Then bucket 3 has one span, of hours 1 to 5. It also holds the hours between, of which this bucket has no rows.
fn join_buckets(spans: &mut Spans) {
    spans.sort_unstable_by(|a, b| (a.bucket, a.range.start()).cmp(&(b.bucket, b.range.start())));
    spans.dedup_by(|Span { bucket, range }, last| {
        let is_same = *bucket == last.bucket;
        if is_same {
            last.range.stop = last.range.stop.take().zip(range.stop.take()).map(|(stop, next)| stop.max(next));
        }
        is_same
    });
}

/// Rejects more than `max` combinations.
fn check_count(layout: &Layout, found: usize, max: usize) -> Result<(), Box<ScanError>> {
    if found > max { Err(too_many(layout, found as u128, max)) } else { Ok(()) }
}

#[cold]
fn too_many(layout: &Layout, found: u128, max: usize) -> Box<ScanError> {
    ScanError::TooManyRanges { key: layout.name(), found, most: max }.into()
}

impl Query {
    /// Calls `take` with each combination of bound values: the number of a value in each list. It counts like an
    /// odometer: with lists of 2 and 3 values, 0 0, 0 1, 0 2, 1 0, and so on.
    fn each_combination(&self, mut take: impl FnMut(&[usize])) {
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
enum BucketSource<'s> {
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
    fn of(query: &Query, salt: Option<&'s Salt>, max_values: usize) -> Self {
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

    const fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// Adds the spans of all combinations of bound values, only in bucket `only` if it is given.
    fn put_all(&self, query: &Query, only: Option<u32>, spans: &mut Spans) {
        spans.reserve(query.combinations().min(MAX_PREFIXES));
        query.each_combination(|chosen| self.put_spans(query, chosen, only, spans));
    }

    /// Adds the spans of one combination of bound values.
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
    fn add_enumerated(&self, all: &mut AllEnumerated) {
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
            // `put_expanded` made one query per tail.
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
    fn place(&self, layout: &Layout) -> (Option<&[u8]>, Bucket, &[u8]) {
        (self.tag(layout), self.bucket, self.range.start())
    }

    /// Returns the span with the prefix of another version, which has the same width.
    fn with_prefix(&self, prefix: &[u8]) -> Self {
        let mut span = self.clone();
        let KeyRange { start, stop } = &mut span.range;
        [Some(start), stop.as_mut()].into_iter().flatten().for_each(|end| put_prefix(end, prefix));
        span
    }

    /// Joins the next span if they overlap. Only prefixes of texts that are parsed from the end of the key overlap.
    fn join(&mut self, next: &Self) -> bool {
        self.bucket == next.bucket && self.range.join(&next.range)
    }
}
