//! The plan of a scan: pure data. The ranges that hold what was asked for, and what is left to check per row.

use super::arg::{Edge, TextStart, what};
use super::cursor::Rest;
use super::next::possible;
use super::one_span::SpanPlan;
use super::{RankOf, Show, Tail, UntypedKey};
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::error::ScanError;
use crate::key::RowKey;
use crate::layout::Layout;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::{Bound, Range, RangeBounds};

/// The plan of a scan, for any engine: read [`ScanPlan::ranges`], keep what [`ScanPlan::matches`]; or let
/// [`ScanPlan::merge`] do both, in order. Engines that take slices and copy them are best served by
/// [`ScanPlan::try_for_each_range`].
///
/// A key that `encode` writes is a row of the scan exactly if it lies in one of the ranges and matches. A plan of one
/// range of a key of up to 64 bytes allocates nothing.
#[derive(Clone, Debug)]
pub struct ScanPlan {
    key: &'static UntypedKey,
    shape: Shape,
    limit: Option<usize>,
    reversed: bool,
}

/// The spans to read. If there is one, all of it stands here, so that nothing is left to do when the plan is dropped.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "so that a plan of one span allocates nothing")]
pub enum Shape {
    One(SpanPlan),
    Many(Box<SpanSetPlan>),
}

/// Any number of spans.
#[derive(Clone, Debug)]
pub struct SpanSetPlan {
    pub(super) found: SpanSet,
    pub(super) filters: Vec<Filter>,
    pub(super) binding: Binding,
    pub(super) tail: Tail,
    /// The rest, if the scan goes on after a row.
    pub(super) rest: Option<Rest>,
}

/// The keys of one bucket from `start` up to `stop`, both with zeros in place of the label; without a stop, up to the
/// bucket's end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) start: KeyBuf,
    pub(super) stop: Option<KeyBuf>,
}

/// The buckets in which the spans are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Buckets {
    /// The key is not salted.
    Unsalted,
    /// Every span in each of these buckets, since the salt's inputs are not all known.
    All(Range<u32>),
    /// Each span in its own bucket, ascending: the salt was computed, for inputs that are not bound by lists.
    Each { of: Vec<u32>, listed: Vec<Listed> },
}

/// How many values a field can give to the salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) field: usize,
    pub(super) values: usize,
}

/// The outcome of a query's paths: spans, ascending and disjoint in each bucket.
#[derive(Clone, Debug)]
pub(super) struct SpanSet {
    pub(super) spans: Vec<Span>,
    pub(super) buckets: Buckets,
}

impl SpanSet {
    fn count(&self) -> u128 {
        match &self.buckets {
            Buckets::All(buckets) => self.spans.len() as u128 * buckets.len() as u128,
            _ => self.spans.len() as u128,
        }
    }

    /// The same, unless it makes too many ranges.
    pub(super) fn within(self, layout: &'static Layout, most: usize) -> Result<Self, ScanError> {
        match self.count() {
            found if found <= most as u128 => Ok(self),
            found => Err(ScanError::TooManyRanges { key: layout.name(), found, most }),
        }
    }

    /// Span number `index`, and its bucket.
    fn get(&self, index: usize) -> (Option<u32>, &Span) {
        let spans = self.spans.len();
        match &self.buckets {
            Buckets::Unsalted => (None, &self.spans[index]),
            Buckets::All(buckets) => (Some(buckets.start + (index / spans) as u32), &self.spans[index % spans]),
            Buckets::Each { of, .. } => (Some(of[index]), &self.spans[index]),
        }
    }
}

/// The bound values, for [`ScanPlan::explain`].
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// So many fields to one value each: the first of them as the bytes hold them, the next to one that no key holds.
    Path {
        /// As keys with these values begin.
        bytes: KeyBuf,
        /// How many fields the bytes hold.
        held: usize,
        /// How many were bound.
        bound: usize,
    },
    /// These fields.
    Fields(Vec<Asked>),
}

/// The caller's question about one field.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(crate) field: usize,
    pub(crate) what: What,
}

/// The elements are as written; `None` for a value that no key can hold.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "public only as a part of what range arguments give")]
pub enum What {
    Equal(Option<Vec<u8>>),
    Any(Vec<Vec<u8>>),
    In(Bound<Option<Vec<u8>>>, Bound<Option<Vec<u8>>>),
    StartsWith(Vec<u8>),
}

impl SpanSetPlan {
    /// How many ranges there are, those before a cursor included.
    pub(super) fn whole_count(&self) -> usize {
        self.found.count() as usize
    }

    /// Range number `index` of all, and its bucket.
    pub(super) fn whole_range(&self, layout: &'static Layout, index: usize) -> (Option<u32>, KeyRange) {
        let (bucket, span) = self.found.get(index);
        let label = |key: &KeyBuf| {
            let mut key = key.clone();
            if let (Some(bucket), Some(salt)) = (bucket, &layout.parts.salt) {
                salt.label.write_over(bucket, key.as_mut_slice(), layout.parts.label_at());
            }
            key
        };
        let start = label(&span.start);
        let stop = match &span.stop {
            Some(stop) => Some(label(stop)),
            None => end_of_bucket(layout, &start),
        };
        (bucket, KeyRange::of(start, stop))
    }
}

/// The first key above the bucket of `start`, if any.
fn end_of_bucket(layout: &'static Layout, start: &KeyBuf) -> Option<KeyBuf> {
    let mut stop = KeyBuf::of(start.get(..layout.fields_at()).unwrap_or_default());
    stop.succeed(0).then_some(stop)
}

impl ScanPlan {
    #[inline(always)]
    pub(super) const fn new(key: &'static UntypedKey, shape: Shape, limit: Option<usize>) -> Self {
        Self { key, shape, limit, reversed: false }
    }

    pub(super) const fn key(&self) -> &'static UntypedKey {
        self.key
    }

    /// `true` if the plan scans keys of the layout of `K`, if not `K` itself: one struct may own its fields, and another
    /// borrow them.
    #[must_use]
    pub fn scans<K: RowKey>(&self) -> bool {
        self.key.fingerprint == const { K::LAYOUT.fingerprint() }
    }

    pub(super) fn filters(&self) -> &[Filter] {
        match &self.shape {
            Shape::One(_) => &[],
            Shape::Many(many) => &many.filters,
        }
    }

    pub(super) fn binding(&self) -> Binding {
        match &self.shape {
            Shape::One(one) => one.binding(),
            Shape::Many(many) => many.binding.clone(),
        }
    }

    pub(super) fn tail(&self) -> Tail {
        match &self.shape {
            Shape::One(one) => one.span.tail(),
            Shape::Many(many) => many.tail.clone(),
        }
    }

    pub(super) fn buckets(&self) -> Buckets {
        match &self.shape {
            Shape::One(one) => one.buckets(),
            Shape::Many(many) => many.found.buckets.clone(),
        }
    }

    /// The rest, if the scan goes on after a row.
    pub(super) fn rest(&self) -> Option<&Rest> {
        match &self.shape {
            Shape::One(_) => None,
            Shape::Many(many) => many.rest.as_ref(),
        }
    }

    /// The layout whose keys are scanned.
    #[must_use]
    pub const fn layout(&self) -> &'static Layout {
        self.key.layout
    }

    /// The half-open ranges that hold all rows, ascending and disjoint: one for each combination of bound values in
    /// each bucket that can hold it.
    #[inline(always)]
    #[must_use]
    pub fn ranges(&self) -> Ranges<'_> {
        Ranges { plan: self, next: 0, end: self.count() }
    }

    /// Calls `read` with the start and the stop of each of [`ScanPlan::ranges`]: for engines that take slices. The ends
    /// are written once, and from range to range only the label over them; no [`KeyRange`] is made. Without a stop, all
    /// keys from the start on are meant.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// /// The ends as an engine takes them that copies what it is given.
    /// fn ends(plan: &ScanPlan) -> Vec<(Vec<u8>, Option<Vec<u8>>)> {
    ///     let mut ends = Vec::new();
    ///     let Ok(()) = plan.try_for_each_range(|start, stop| {
    ///         ends.push((start.to_vec(), stop.map(<[u8]>::to_vec)));
    ///         Ok::<(), std::convert::Infallible>(())
    ///     });
    ///     ends
    /// }
    /// ```
    ///
    /// # Errors
    /// The first error of `read`, which is not called again.
    #[inline(always)]
    pub fn try_for_each_range<E>(&self, mut read: impl FnMut(&[u8], Option<&[u8]>) -> Result<(), E>) -> Result<(), E> {
        match &self.shape {
            Shape::One(one) => one.try_for_each_range(self.key.layout, read),
            Shape::Many(_) => self.ranges().try_for_each(|range| read(range.start(), range.stop())),
        }
    }

    /// How many ranges there are.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        match &self.shape {
            Shape::One(one) => one.count,
            Shape::Many(many) => many.count(),
        }
    }

    /// Range number `index`, and its bucket.
    #[inline(always)]
    pub(super) fn range(&self, index: usize) -> (Option<u32>, KeyRange) {
        match &self.shape {
            Shape::One(one) => (one.buckets.get(index), one.range(self.key.layout, index)),
            Shape::Many(many) => many.range(self.key.layout, index),
        }
    }

    /// The same without its bucket.
    #[inline(always)]
    fn only_range(&self, index: usize) -> KeyRange {
        match &self.shape {
            Shape::One(one) => one.range(self.key.layout, index),
            Shape::Many(many) => many.range(self.key.layout, index).1,
        }
    }

    /// How many ranges there are, those before a cursor included.
    pub(super) fn whole_count(&self) -> usize {
        match &self.shape {
            Shape::One(one) => one.count,
            Shape::Many(many) => many.whole_count(),
        }
    }

    /// Range number `index` of all.
    pub(super) fn whole_range(&self, index: usize) -> KeyRange {
        match &self.shape {
            Shape::One(one) => one.range(self.key.layout, index),
            Shape::Many(many) => many.whole_range(self.key.layout, index).1,
        }
    }

    /// All ranges of each bucket that is read; of a table without a salt, all in one.
    pub(super) fn whole_lanes(&self) -> Vec<Range<usize>> {
        let ranges = self.whole_count();
        if ranges < 2 {
            return (0..ranges).map(|range| range..range + 1).collect();
        }
        match self.buckets() {
            Buckets::Unsalted => core::iter::once(0..ranges).collect(),
            Buckets::All(buckets) => {
                let spans = ranges / buckets.len();
                (0..ranges).step_by(spans).map(|first| first..first + spans).collect()
            }
            Buckets::Each { of, .. } => {
                let mut first = 0;
                of.chunk_by(|a, b| a == b)
                    .map(|bucket| {
                        first += bucket.len();
                        first - bucket.len()..first
                    })
                    .collect()
            }
        }
    }

    /// `true` if a key that lies in a range is a row of the scan, which bytes alone could not decide.
    #[must_use]
    pub fn matches(&self, key: &[u8]) -> bool {
        self.filters().iter().all(|filter| filter.holds(self.key.layout, key))
    }

    /// `true` if every key in the ranges is a row of the scan.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.filters().is_empty()
    }

    /// The most rows wanted.
    #[must_use]
    pub const fn limit(&self) -> Option<usize> {
        self.limit
    }

    /// The same rows from the last to the first.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.reversed = !self.reversed;
        if let Shape::Many(many) = &mut self.shape {
            many.turn(self.key.layout, self.reversed);
        }
        self
    }

    /// `true` if the rows are wanted from the last to the first.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.reversed
    }

    pub(super) const fn shown(&self) -> Show {
        self.key.show
    }
}

/// The span of a path's keys; `None` if it is empty. Every key of a bucket begins with the same `lead` bytes.
pub(super) fn span(path: &KeyBuf, tail: &Tail, lead: usize) -> Option<Span> {
    let after = |mut bytes: KeyBuf| bytes.succeed(lead).then_some(bytes);
    let edge = |edge: &Edge| {
        let mut bytes = path.clone();
        bytes.put(&edge.bytes);
        if edge.after { after(bytes) } else { Some(bytes) }
    };
    let (start, stop) = match tail {
        Tail::Prefix | Tail::Start(..) => (path.clone(), after(path.clone())),
        Tail::Exact => {
            let mut stop = path.clone();
            stop.put(&[0]);
            (path.clone(), Some(stop))
        }
        Tail::Between(_, start, stop) => {
            // A start after FF FF is past all keys of the bucket.
            let start = start.as_ref().map_or(Some(path.clone()), edge)?;
            let stop = stop.as_ref().map_or_else(|| after(path.clone()), edge);
            (start, stop)
        }
    };
    match &stop {
        Some(stop) if *stop <= start => None,
        _ => Some(Span { start, stop }),
    }
}

/// The check that is left of one field.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    pub(super) field: usize,
    /// As asked; `None` where the check is what is left of binding the field.
    pub(super) what: Option<What>,
    pub(super) test: Test,
    /// The place of the field, if it is the same in every key.
    place: Option<Range<usize>>,
    /// The places of what passes it: ranges, ascending and disjoint, of what can stand in a key from the field on.
    pub(super) possible: Vec<KeyRange>,
}

#[derive(Clone, Debug)]
pub(super) enum Test {
    /// Ascending.
    OneOf(Vec<Vec<u8>>),
    StartsWith(TextStart),
    Between(Option<Edge>, Option<Edge>),
    /// By value: the elements do not sort.
    Ranked(Bound<Vec<u8>>, Bound<Vec<u8>>, RankOf),
}

impl Filter {
    pub(super) fn new(layout: &Layout, field: usize, what: Option<What>, test: Test) -> Self {
        let possible = possible(layout, field, &test);
        Self { field, what, test, place: layout.fixed_place(field), possible }
    }

    /// The filter for elements between two edges.
    pub(super) fn between(layout: &Layout, field: usize, start: Option<Edge>, stop: Option<Edge>) -> Self {
        let what = what(layout, field, start.as_ref(), stop.as_ref());
        Self::new(layout, field, Some(what), Test::Between(start, stop))
    }

    fn holds(&self, layout: &Layout, key: &[u8]) -> bool {
        let found = match &self.place {
            Some(place) => key.get(place.clone()).map(|element| (place.start, element)),
            None => layout.element_of(key, self.field),
        };
        let Some((offset, element)) = found else { return false };
        match &self.test {
            Test::OneOf(elements) => elements.binary_search_by(|other| other.as_slice().cmp(element)).is_ok(),
            Test::StartsWith(start) => (start.text_of)(element).starts_with(&start.text),
            Test::Ranked(start, stop, rank_of) => {
                rank_of(self.field, element).is_some_and(|rank| (start.as_ref(), stop.as_ref()).contains(&rank))
            }
            Test::Between(start, stop) => {
                let width = element.len() + layout.fields()[self.field].separator().len();
                let element = key.get(offset..offset + width).unwrap_or(element);
                !start.as_ref().is_some_and(|start| start.is_after(element))
                    && stop.as_ref().is_none_or(|stop| stop.is_after(element))
            }
        }
    }
}

/// The ranges of a plan, made as they are read.
#[derive(Clone, Debug)]
pub struct Ranges<'p> {
    plan: &'p ScanPlan,
    next: usize,
    end: usize,
}

impl Iterator for Ranges<'_> {
    type Item = KeyRange;

    #[inline(always)]
    fn next(&mut self) -> Option<KeyRange> {
        let index = self.next;
        self.next += 1;
        if index >= self.end {
            return None;
        }
        Some(self.plan.only_range(index))
    }

    /// Each range is made where it is handed over: what would come in an `Option` is copied out of it, which takes as long
    /// as to make it twice.
    #[inline(always)]
    fn for_each<F: FnMut(KeyRange)>(self, mut take: F) {
        for index in self.next..self.end {
            take(self.plan.only_range(index));
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Ranges<'_> {
    fn next_back(&mut self) -> Option<KeyRange> {
        (self.next < self.end).then(|| {
            self.end -= 1;
            self.plan.range(self.end).1
        })
    }
}

impl ExactSizeIterator for Ranges<'_> {}
impl FusedIterator for Ranges<'_> {}
