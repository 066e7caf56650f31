//! The way from a query to its plan: combines the bound values to prefixes, finds the buckets of each, and adds what is
//! asked behind it.

use super::enumerate::Enumeration;
use super::ordered_code::write_spans;
use super::row_order::RowOrder;
use super::sections::Sections;
use super::typed::Plan;
use super::{AllEnumerated, Buckets, ScanPlan, Span, put_label};
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::error::ScanError;
use crate::layout::Layout;
use crate::layout::salt::{Bucket, Salt};
use crate::scan::query::{MAX_RANGES, Query, Suffix, UntypedKey};
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// How many combinations of bound values are tried, unless more ranges are allowed.
const MAX_PREFIXES: usize = 65_536;

/// The spans of a plan.
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
            in_full: None,
            rest: None,
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
    /// Finds the spans and buckets of the query.
    fn plan_spans(&mut self) -> Result<(), Box<ScanError>> {
        let Self { query, spans, enumerated, .. } = self;
        let (mut most, mut only, mut cursor) = (MAX_RANGES, None, None);
        if let Some(options) = &mut query.options {
            (most, only, cursor) = (options.max_ranges, options.bucket, options.cursor.take());
            if let Some(error) = options.error.take() {
                return Err(error.into());
            }
        }
        query.drop_refused();
        let layout = query.key.layout;
        let suffixes = query.count_suffixes();
        if suffixes > most.max(MAX_RANGES) {
            return Err(too_many(layout, suffixes as u128, most.max(MAX_RANGES)));
        }
        let several;
        let queries = match (query.key.has_computed, layout.older_prefixes(), query.suffix) {
            (false, [], Suffix::None | Suffix::Between(_) | Suffix::Text(_)) => core::slice::from_ref(query),
            _ => {
                several = query.expand(most);
                &several[..]
            }
        };
        // Each suffix behind each tag has its share of the values that are listed; there are none left if they became a filter.
        let suffixes = query.count_suffixes();
        let shares = suffixes * (1 + layout.older_prefixes().len());
        let listed = if shares > 1 { most / shares } else { most };
        let is_all = put_spans(queries, (most, listed), only, spans, enumerated)?;
        // The same values are listed behind each tag, and for each suffix unless they are those of its own field.
        for listed in enumerated.iter_mut() {
            let suffixes = if listed.field == query.bound.len() { 1 } else { suffixes };
            listed.values /= (1 + layout.older_prefixes().len()) * suffixes;
        }
        if spans.len() > 1 {
            let place = |span: &'_ Span| (span.tag(layout).to_vec(), span.bucket);
            match layout.older_prefixes() {
                [] => spans.sort_unstable_by(|a, b| (a.bucket, a.range.start()).cmp(&(b.bucket, b.range.start()))),
                _ => spans.sort_by_cached_key(|span| (place(span), span.range.start().to_vec())),
            }
            spans.dedup_by(|next, last| last.tag(layout) == next.tag(layout) && last.join(next));
        }
        if let (Some(kind_of), [Span { range, .. }]) = (query.key.kind_of, &spans[..]) {
            let places = Sections::count_ranges(query.key);
            if places > most as u128 {
                return Err(too_many(layout, places, most));
            }
            let (sections, ranges) = Sections::cut(query.key, kind_of, range);
            self.sections = Some(sections.into());
            *spans = ranges.into_iter().map(|range| Span { bucket: 0, range }).collect();
        }
        if query.key.is_ordered_code {
            self.in_full = Some(write_spans(layout, spans));
        }
        if let (Some(salt), true) = (&layout.parts.salt, is_all) {
            self.read_all_buckets(salt, only, most);
        }
        let ranges = self.whole_count();
        if ranges > most {
            return Err(too_many(layout, ranges as u128, most));
        }
        // What the plan binds is known by now.
        self.query.filter_by_variant();
        cursor.map_or(Ok(()), |cursor| self.resume(&cursor))
    }
}

/// Adds the spans of all queries, in bucket `only` if that is given, and the values that were listed, up to `listed` of each query.
/// `true` if all buckets are read: of each query, if of one.
fn put_spans(
    queries: &[Query],
    (most, listed): (usize, usize),
    only: Option<u32>,
    spans: &mut Spans,
    enumerated: &mut AllEnumerated,
) -> Result<bool, Box<ScanError>> {
    let mut combined = 0usize;
    let asked = || queries.iter().filter(|query| query.combinations() > 0);
    let mut is_all = queries.len() > 1 && asked().any(|query| BucketSource::of(query, listed).is_all());
    for query in asked() {
        let combinations = query.combinations();
        combined = combined.saturating_add(combinations);
        if combined > most.max(MAX_PREFIXES) {
            return Err(too_many(query.key.layout, combined as u128, most.max(MAX_PREFIXES)));
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
fn too_many(layout: &Layout, found: u128, most: usize) -> Box<ScanError> {
    ScanError::TooManyRanges { key: layout.name(), found, most }.into()
}

impl Query {
    /// The queries that together ask the same: one for each suffix and each value of a computed element, and the same behind each
    /// older tag.
    #[cold]
    fn expand(&mut self, most: usize) -> Vec<Self> {
        let mut several = match self.key.has_computed {
            true => self.per_suffix_and_computed_value(most),
            false => self.per_suffix(),
        };
        let of_older = |prefix: &&[u8]| several.iter().map(|it| it.with_prefix(prefix)).collect::<Vec<_>>();
        several.extend(self.key.layout.older_prefixes().iter().flat_map(of_older).collect::<Vec<_>>());
        several
    }

    /// Goes on to the next combination: `chosen` is the number of a value in each list. After the last comes the first.
    fn choose_next(&self, chosen: &mut [usize]) {
        for (number, list) in chosen.iter_mut().zip(self.lists()).rev() {
            *number += 1;
            if *number < list.len() {
                return;
            }
            *number = 0;
        }
    }

    /// The bytes of a combination of bound values.
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

/// The source of a prefix's buckets.
enum BucketSource {
    /// None is known: the key has no salt, or one of whose inputs is not known, and all buckets are read.
    All,
    /// The inputs, which are all known.
    Known(&'static Salt),
    /// The known inputs, and a list of values for each other one: once for all generations that take the same.
    Enumerated(&'static Salt, Vec<Enumeration>),
    /// The whole rest of the key: all fields are bound.
    Rest(&'static Salt),
}

impl BucketSource {
    fn of(query: &Query, most: usize) -> Self {
        match &query.key.layout.parts.salt {
            Some(salt) if salt.rest && query.is_whole_key() => Self::Rest(salt),
            Some(salt) if salt.rest => Self::All,
            Some(salt) if !query.has_open_input(salt) => Self::Known(salt),
            Some(salt) => {
                let enumerations = Enumeration::of_all_generations(query, salt, most);
                enumerations.map_or(Self::All, |enumerations| Self::Enumerated(salt, enumerations))
            }
            None => Self::All,
        }
    }

    const fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// Adds the spans of one combination of bound values, in bucket `only` if that is given.
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
        let mut put = |bucket, suffix: &Suffix, bytes: &[u8]| {
            if only.is_none_or(|only| only == bucket) {
                query.put_span(bucket, prefix, suffix, bytes, spans);
            }
        };
        let (suffix, bytes) = (&query.suffix, query.suffix_bytes());
        match self {
            Self::All => put(only.unwrap_or_default(), suffix, bytes),
            Self::Known(salt) => salt.each_generation(|salt| {
                if let Some(bucket) = query.bucket_of(salt, chosen) {
                    put(bucket, suffix, bytes);
                }
            }),
            Self::Rest(salt) => {
                let rest = prefix.get(query.key.layout.fields_at()..).unwrap_or_default();
                salt.each_generation(|salt| {
                    if let Ok(bucket) = salt.bucket_of_rest(rest) {
                        put(bucket, suffix, bytes);
                    }
                });
            }
            Self::Enumerated(salt, enumerations) => {
                enumerations.iter().for_each(|enumeration| enumeration.put_spans(query, salt, chosen, &mut put));
            }
        }
    }

    /// Adds how many values of each field were listed to those of other queries.
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
    /// Raises a prefix, which ends with the last bound field, to the stop of the keys that begin with it; `false` if that is past
    /// all keys of the bucket.
    #[inline]
    fn pass(&self, prefix: &mut KeyBuf, lead: usize) -> bool {
        if self.key.has_tuple_text && self.ends_below_ff() {
            prefix.put(&[0xFF]);
            return true;
        }
        prefix.succeed(lead)
    }

    /// `true` if longer elements of the last bound field lie from FF on.
    #[inline(never)]
    fn ends_below_ff(&self) -> bool {
        self.bound.len().checked_sub(1).is_some_and(|last| self.key.layout.ends_below_ff(last))
    }

    /// Adds the span of the keys that begin with `prefix` and are as asked behind it, unless it is empty.
    fn put_span(&self, bucket: Bucket, prefix: &[u8], suffix: &Suffix, bytes: &[u8], spans: &mut Spans) {
        let UntypedKey { layout, fixed_width, .. } = *self.key;
        // In place, and both ends from the prefix: a span takes 150 bytes, each move copies them, and what was just written byte by
        // byte is slow to copy (12 of 147 ns of a plan; `one_bucket_range` among the peers in `benches/README.md`).
        spans.push(Span { bucket, range: KeyRange::all() });
        let Some(Span { range: KeyRange { start, stop: end }, .. }) = spans.last_mut() else { return };
        let stop = end.insert(KeyBuf::EMPTY);
        for end in [&mut *start, &mut *stop] {
            end.put(prefix);
            put_label(end, bucket, layout);
        }
        // A bound past all keys of the bucket, whose first bytes are `lead`, is a stop at its end; as a start it leaves nothing.
        let lead = layout.fields_at();
        let (mut has_start, mut has_stop) = (true, true);
        match suffix {
            Suffix::None if self.is_whole_key() => stop.put(&[0]),
            Suffix::None => has_stop = self.pass(stop, lead),
            Suffix::Text(text) => {
                let element = text.element(bytes).unwrap_or_default();
                start.put(element);
                stop.put(element);
                has_stop = stop.succeed(lead);
            }
            // The plan makes a query of each suffix.
            Suffix::AnyOf => {}
            Suffix::Between(bounds) => {
                has_start = bounds.start(bytes).is_none_or(|bound| bound.go_to(start, lead));
                has_stop = match bounds.stop(bytes) {
                    Some(bound) => bound.go_to(stop, lead),
                    None => self.pass(stop, lead),
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

/// `true` if no key lies at or above `start` and below `stop`. If keys have one width, none lies between an end and the same
/// end with 00 behind it, up to that width.
fn is_empty(start: &[u8], stop: &[u8], fixed_width: Option<usize>) -> bool {
    let has_zeros = || stop.strip_prefix(start).is_some_and(|rest| rest.iter().all(|&byte| byte == 0));
    start >= stop || stop.len() > start.len() && fixed_width.is_some_and(|width| stop.len() <= width) && has_zeros()
}

impl Span {
    /// The prefix with the tag, which differs between the spans of a kind that has older ones.
    pub(super) fn tag(&self, layout: &Layout) -> &[u8] {
        self.range.start().get(..layout.prefix().len()).unwrap_or_default()
    }

    /// Takes in `next` if they overlap: only the prefixes of elements that are cut from the end of the key do.
    fn join(&mut self, next: &Self) -> bool {
        self.bucket == next.bucket && self.range.join(&next.range)
    }
}
