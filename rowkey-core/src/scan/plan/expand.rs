//! Makes the plan of a query: expands the query, has `prefixes.rs` turn each part into spans, and sorts these.
//!
//! Most queries have one part. Others have one per tail (a condition that allows several ranges), per value of a
//! computed element (`computed.rs`), and per version of the layout. An example with the key `tag | device`, and the tag
//! `U`, which was `u`:
//!
//! ```text
//! query: device is in 1..3 or in 7..9
//!
//! tail    tag   span
//! 1..3    U     55 01 .. 55 03
//! 1..3    u     75 01 .. 75 03
//! 7..9    U     55 07 .. 55 09
//! 7..9    u     75 07 .. 75 09
//! ```
//!
//! Read `plan_spans` for the steps.

use super::prefixes::{BucketSource, MAX_PREFIXES, Spans};
use super::row_order::RowOrder;
use super::sections::Sections;
use super::typed::Plan;
use super::{AllEnumerated, Buckets, ScanPlan, Span};
use crate::error::{ScanError, ValueError};
use crate::layout::Layout;
use crate::layout::salt::Salt;
use crate::scan::query::{MAX_RANGES, OnPlan, Query, TailCondition};
use alloc::boxed::Box;
use alloc::vec::Vec;

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
        let (mut max_ranges, mut only, mut on_plan) = (MAX_RANGES, None, None);
        if let Some(options) = &mut self.query.options {
            (max_ranges, only, on_plan) = (options.max_ranges, options.bucket, options.on_plan.take());
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
        on_plan.map_or(Ok(()), |calls| self.finish(&calls))
    }

    /// Makes the calls that the builder kept for its plan: resumes, then checks what is left to read.
    #[cold]
    fn finish(&mut self, calls: &OnPlan) -> Result<(), Box<ScanError>> {
        if let Some(cursor) = &calls.cursor {
            self.start_after(cursor)?;
        }
        if let Some(ranges) = calls.at_most {
            self.check_at_most(ranges)?;
        }
        if calls.refuses_full_scan { self.check_full_scan() } else { Ok(()) }
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
        if query.count_tails() > max_ranges {
            if let Some(error) = too_many_orders(query) {
                return Err(error.into());
            }
        }
        check_count(layout, query.count_tails(), max_ranges.max(MAX_RANGES))?;
        let mut queries =
            if query.key.has_computed { query.per_tail_and_computed_value(max_ranges) } else { query.per_tail() };
        // A query without combinations has no rows.
        queries.retain(|query| query.combinations() > 0);
        // Each tail and prefix gets the same share of the values that may be listed. The tails may have become a
        // filter, so count them now.
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

/// Returns the error of a range that is more ranges than the plan allows, because the fields of a nested key sort in
/// different orders.
#[cold]
fn too_many_orders(query: &Query) -> Option<ScanError> {
    let field = query.key.layout.fields().get(query.bound.len()).filter(|field| field.direction().is_none())?;
    let reason = match field.key {
        Some(key) if key.has_kinds() => {
            "it is more ranges of keys than the scan allows, because the fields of its record types sort in different orders: \
             allow more ranges"
        }
        _ => {
            "it is more ranges of keys than the scan allows, because the fields of the nested key sort in different orders: bind \
             its first fields by a scan of the nested key, as in `n(N::scan().x(5..))`, or allow more ranges"
        }
    };
    Some(ScanError::Bound { key: query.key.layout.name(), field: field.name(), reason: ValueError::Other(reason) })
}

/// Rejects more than `max` combinations.
pub(super) fn check_count(layout: &Layout, found: usize, max: usize) -> Result<(), Box<ScanError>> {
    if found > max { Err(too_many(layout, found as u128, max)) } else { Ok(()) }
}

#[cold]
fn too_many(layout: &Layout, found: u128, max: usize) -> Box<ScanError> {
    ScanError::TooManyRanges { key: layout.name(), found, most: max }.into()
}
