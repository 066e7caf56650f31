//! The plan of a scan: ranges that hold the rows, and the filters that are left to check per row.
//!
//! Read `expand.rs` first, which makes a plan, and `prefixes.rs`, which turns a query into spans. Then `enumerate.rs` and `known.rs` for the buckets,
//! `one_range.rs` for too many of them, `cursor.rs` for the rest after a row, `next.rs` for skip scans, and `cost.rs` for the cost.

mod computed;
pub(super) mod cost;
mod cursor;
mod elements;
mod enumerate;
mod expand;
mod known;
pub(super) mod next;
mod one_range;
mod prefixes;
pub(super) mod row_order;
mod sections;
pub(crate) mod typed;
mod upper_limit;

use self::cursor::Resumed;
use self::prefixes::Spans;
use self::row_order::RowOrder;
use self::sections::Sections;
use crate::bytes::{KeyBuf, KeyRange, Patch, Sink};
use crate::key::RowKey;
use crate::layout::Layout;
use crate::layout::salt::Bucket;
use crate::scan::query::filter::Filter;
use crate::scan::query::{Query, UntypedKey};
use alloc::boxed::Box;
use core::iter::FusedIterator;
use core::num::NonZeroUsize;
use core::ops::Range;
use smallvec::SmallVec;

/// The plan of a scan: ranges of keys, and the conditions that are left to check for each row.
///
/// A plan is plain data. It does no I/O, and it works with any engine that sorts rows by key bytes. The `plan()` of a
/// builder returns a [`Plan`](crate::Plan), which adds the type of the key. Use `ScanPlan` in code that works for all
/// keys, such as the adapter of an engine.
///
/// There are two ways to read the rows of a plan:
///
/// - Let the plan drive the engine. [`merge`](ScanPlan::merge) opens the ranges, checks the rows, and yields them in
///   key order. [`pages`](ScanPlan::pages) does the same for async clients.
/// - Drive the engine yourself. Read each of [`ranges`](ScanPlan::ranges), and keep the rows that
///   [match](ScanPlan::matches). For engines that copy the slices that they take, use
///   [`try_for_each_range`](ScanPlan::try_for_each_range).
///
/// A key that `encode` writes is a row of the scan if, and only if, it is in one of the ranges and matches.
///
/// ```
/// use rowkey::{RowKey, ScanPlan};
///
/// #[derive(RowKey)]
/// struct Reading {
///     device: u32,
///     metric: u8,
///     at: u64,
/// }
///
/// let plan: ScanPlan = Reading::scan().device(7).filter_at(100..).plan()?.into_untyped();
/// let range = plan.only_range().unwrap();
/// assert_eq!((range.start(), range.stop()), (&[0, 0, 0, 7][..], Some(&[0, 0, 0, 8][..])));
///
/// let key = Reading { device: 7, metric: 1, at: 99 }.key();
/// assert!(range.contains(&key) && !plan.matches(&key)); // too early
/// # Ok::<(), rowkey::ScanError>(())
/// ```
///
/// # Cost
///
/// A plan with one range does not allocate if the key has up to 64 bytes. There is one exception: a salt of
/// a text that the key stores in another form (`desc`, `reverse_text`).
#[derive(Clone, Debug)]
pub struct ScanPlan {
    pub(super) query: Query,
    /// Ascending by bucket and start, disjoint in each bucket.
    pub(super) spans: Spans,
    pub(super) buckets: Buckets,
    /// The fields whose values were listed to compute the salt.
    pub(super) enumerated: AllEnumerated,
    /// The parts that are read one after the other, if the scan covers an enum in which some variant has older
    /// versions.
    sections: Option<Box<Sections>>,
    /// The rest of the scan after a row, if it resumes after one.
    resumed: Option<Box<Resumed>>,
    pub(super) order: RowOrder,
}

/// The keys between two ends in one bucket. Without a stop, they go up to the end of the bucket.
#[derive(Clone, Debug)]
pub(super) struct Span {
    /// The bucket of both ends, if each span has its own. Otherwise any bucket.
    pub(super) bucket: Bucket,
    range: KeyRange,
}

/// The buckets in which the spans are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Buckets {
    /// Each span in its own bucket: the salt was computed, or the key has no salt.
    Each,
    /// Every span in each of these buckets, because some inputs of the salt are not known.
    All {
        buckets: Range<u64>,
        /// The number of spans with the same tag. A record type has the same number for each older tag. The ranges are
        /// in the order of the tags, then of the buckets.
        per_tag: NonZeroUsize,
    },
    /// All labels as one range per tag, because a range per bucket would be too many.
    OneRange {
        /// The number of ranges with one per bucket.
        found: u128,
        /// The maximum number of ranges.
        max_ranges: usize,
    },
}

impl Buckets {
    /// Returns the number of ranges per span.
    fn per_span(&self) -> usize {
        match self {
            Self::Each | Self::OneRange { .. } => 1,
            Self::All { buckets, .. } => usize::try_from(buckets.end - buckets.start).unwrap_or(usize::MAX),
        }
    }
}

/// The ranges of each bucket, by number.
pub(super) type Lanes = SmallVec<[Range<usize>; 1]>;

/// Replaces the label in an end of a range with the label of `bucket`.
#[inline]
fn put_label(end: &mut KeyBuf, bucket: Bucket, layout: &Layout) {
    if let Some(salt) = &layout.parts.salt {
        salt.label.write_over(bucket, end.as_mut_slice(), layout.parts.label_at());
    }
}

/// Replaces the prefix of an end by the prefix of another version, which has the same width.
fn put_prefix(end: &mut KeyBuf, prefix: &[u8]) {
    Patch(end.as_mut_slice()).put(prefix);
}

/// The number of values listed for a field, because it is an input of the salt and has no single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Enumerated {
    pub(super) field: usize,
    pub(super) values: usize,
}

/// The listed fields. Most salts have at most one.
type AllEnumerated = SmallVec<[Enumerated; 1]>;

impl ScanPlan {
    /// Returns `true` if the plan scans keys of the layout of `K`. A plan of one record type scans keys of its enum.
    fn scans<K: RowKey>(&self) -> bool {
        let table = const { K::LAYOUT.byte_fingerprint() };
        self.query.key.fingerprint == table || self.query.key.kind.as_ref().is_some_and(|kind| kind.table == table)
    }

    /// Returns the layout of the scanned keys.
    #[must_use]
    pub const fn layout(&self) -> &'static Layout {
        self.query.key.layout
    }

    /// Returns the half-open ranges that hold all rows, ascending and disjoint.
    ///
    /// There is one range for each combination of bound values, in each bucket that can hold it. If all buckets can
    /// hold it, and these are more ranges than `max_ranges` allows, the plan has one range over all labels instead.
    /// After a [cursor](ScanPlan::cursor), these are the ranges that are left. They are ascending also in a
    /// [reversed](ScanPlan::reversed) plan, so read them in reverse (`rev()`) there.
    ///
    /// If you read the ranges yourself, also check the rows, and apply the [limit](ScanPlan::row_limit):
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use std::collections::BTreeMap;
    ///
    /// /// Reads the rows bucket by bucket.
    /// fn values(table: &BTreeMap<Vec<u8>, u32>, plan: &ScanPlan) -> Vec<u32> {
    ///     let mut values = Vec::new();
    ///     for range in plan.ranges() {
    ///         let rows = table.range::<[u8], _>(range).filter(|(key, _)| plan.matches(key));
    ///         values.extend(rows.map(|(_, value)| *value));
    ///     }
    ///     values.truncate(plan.row_limit().unwrap_or(usize::MAX));
    ///     values
    /// }
    /// ```
    #[must_use]
    pub fn ranges(&self) -> Ranges<'_> {
        Ranges { plan: self, next: 0, end: self.count() }
    }

    /// Calls `read` with the start and the stop of each of [`ScanPlan::ranges`].
    ///
    /// Use it for engines that take slices and copy them: it reuses one buffer for all ranges. Without a stop, the
    /// range holds all keys from the start on.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// /// Collects the ends of the ranges, for an engine that takes vectors.
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
    ///
    /// Returns the first error of `read`, and does not call it again.
    pub fn try_for_each_range<E>(&self, mut read: impl FnMut(&[u8], Option<&[u8]>) -> Result<(), E>) -> Result<(), E> {
        let mut range = KeyRange::all();
        for index in 0..self.count() {
            let range = self.lend_range(index, &mut range);
            read(range.start(), range.stop())?;
        }
        Ok(())
    }

    /// Returns the number of ranges, including those before a cursor.
    fn whole_count(&self) -> usize {
        self.spans.len() * self.buckets.per_span()
    }

    /// Returns the span of range `index` among all ranges, and its bucket.
    #[inline]
    fn span(&self, index: usize) -> Option<(Bucket, &Span)> {
        match &self.buckets {
            Buckets::Each | Buckets::OneRange { .. } => self.spans.get(index).map(|span| (span.bucket, span)),
            Buckets::All { buckets, per_tag } => {
                // Most keys have one tag. Then the number of a range is bucket * spans + span.
                let is_one_tag = per_tag.get() == self.spans.len();
                let (first, index) = if is_one_tag { (0, index) } else { self.with_tag(index, *per_tag) };
                let span = self.spans.get(first + index % *per_tag)?;
                Some((Bucket::from(buckets.start) + (index / *per_tag) as Bucket, span))
            }
        }
    }

    /// Returns the first span with the tag of range `index`, and the number of the range among those with that tag.
    ///
    /// With 2 spans per tag and 3 buckets, a tag has 6 ranges. Range 8 is number 2 of the second tag, whose spans begin
    /// at 2.
    #[cold]
    fn with_tag(&self, index: usize, per_tag: NonZeroUsize) -> (usize, usize) {
        let ranges = NonZeroUsize::new(self.buckets.per_span()).map_or(per_tag, |each| per_tag.saturating_mul(each));
        (index / ranges * per_tag.get(), index % ranges)
    }

    /// Returns the bucket of range `index` among all ranges, if the label is the number of a bucket.
    pub(super) fn bucket_of_range(&self, index: usize) -> Option<u32> {
        let (bucket, _) = self.span(index)?;
        // A digest is a label without a bucket number.
        let is_counted = self.layout().salt().is_some_and(|salt| !salt.is_digest()) && !self.covers_labels();
        is_counted.then_some(bucket as u32)
    }

    /// Lends range `index` among all ranges: the stored one, or one computed into `scratch`.
    fn lend_whole_range<'r>(&'r self, index: usize, scratch: &'r mut KeyRange) -> &'r KeyRange {
        match self.stored_range(index) {
            Some(range) => range,
            None => {
                self.compute_range(index, scratch);
                scratch
            }
        }
    }

    /// Returns range `index` among all ranges.
    fn whole_range(&self, index: usize) -> KeyRange {
        match self.stored_range(index) {
            Some(range) => range.clone(),
            None => {
                let mut range = KeyRange::all();
                self.compute_range(index, &mut range);
                range
            }
        }
    }

    /// Returns range `index` among all ranges, if a span already has its bytes.
    #[inline]
    fn stored_range(&self, index: usize) -> Option<&KeyRange> {
        match self.buckets {
            Buckets::Each => self.spans.get(index).map(|span| &span.range).filter(|range| range.stop.is_some()),
            Buckets::All { .. } => None,
            Buckets::OneRange { .. } => self.spans.get(index).map(|span| &span.range),
        }
    }

    /// Computes range `index` among all ranges into `made`, and reuses its buffers: copies the span, then writes the
    /// label.
    fn compute_range(&self, index: usize, made: &mut KeyRange) {
        let Some((bucket, Span { range, .. })) = self.span(index) else { return };
        made.start.clone_from(&range.start);
        match (&mut made.stop, &range.stop) {
            // Copies into the old buffer, which saves an allocation for long keys.
            (Some(stop), Some(other)) => stop.clone_from(other),
            (stop, other) => stop.clone_from(other),
        }
        put_label(&mut made.start, bucket, self.layout());
        match &mut made.stop {
            // A stop within the bucket has its label. A span without one ends with the bucket.
            Some(stop) => put_label(stop, bucket, self.layout()),
            stop => *stop = self.end_of_bucket(&made.start),
        }
    }

    /// Returns the first key above the bucket of `start`: for the label `07`, this is `08`. `None` after the last label
    /// FF.
    fn end_of_bucket(&self, start: &KeyBuf) -> Option<KeyBuf> {
        let mut stop = start.clone();
        stop.truncate(self.layout().parts.fields_at());
        stop.succeed(0).then_some(stop)
    }

    /// Returns the section of remaining range `index`, and the facts of the keys in it.
    pub(in crate::scan) fn section(&self, index: usize) -> (usize, &'static UntypedKey) {
        self.sections.as_ref().map_or((0, self.query.key), |sections| sections.of(self.whole_index(index)))
    }

    /// Returns the ranges of each bucket, one lane per bucket and tag. A table without a salt has one lane per tag.
    fn whole_lanes(&self) -> Lanes {
        match &self.buckets {
            Buckets::All { per_tag, .. } => {
                let spans = per_tag.get();
                (0..self.whole_count()).step_by(spans).map(|first| first..first + spans).collect()
            }
            Buckets::Each | Buckets::OneRange { .. } => {
                let mut first = 0;
                let layout = self.layout();
                // Spans are sorted by tag and bucket, so a lane is a run of them.
                let buckets = self.spans.chunk_by(|a, b| a.bucket == b.bucket && a.tag(layout) == b.tag(layout));
                buckets
                    .map(|bucket| {
                        first += bucket.len();
                        first - bucket.len()..first
                    })
                    .collect()
            }
        }
    }

    #[inline]
    pub(crate) fn filters(&self) -> &[Filter] {
        self.query.filters()
    }

    /// Returns `true` if a key in one of the ranges is a row of the scan.
    ///
    /// Ranges cannot express every condition. This method checks only the filters that are left, and returns `true` for
    /// every key if there are none. It does not check the ranges, so call it only for keys in one of them.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     device: u32,
    ///     at: u64,
    /// }
    ///
    /// let plan = Reading::scan().device(7).plan()?;
    /// let key = Reading { device: 8, at: 100 }.key();
    /// assert!(plan.matches(&key)); // no filter is left
    /// assert!(!plan.ranges().any(|range| range.contains(&key))); // but the key is not a row of the scan
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn matches(&self, key: &[u8]) -> bool {
        self.filters().iter().all(|filter| filter.holds(self.layout(), key))
    }

    /// Returns the range if the plan has exactly one, or `None` if it has several or no ranges.
    ///
    /// Use it to call an engine directly. [`KeyRange::bounds`] and [`KeyRange::into_bounds`] convert the range to the
    /// bounds that most engines take.
    #[must_use]
    pub fn only_range(&self) -> Option<KeyRange> {
        let mut ranges = self.ranges();
        let only = ranges.next()?;
        ranges.next().is_none().then_some(only)
    }

    /// Returns `true` if every key in the ranges is a row of the scan, so that you do not need
    /// [`matches`](ScanPlan::matches).
    #[inline]
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.filters().is_empty()
    }

    /// Limits the scan to `rows` rows.
    #[must_use]
    pub fn limit(mut self, rows: usize) -> Self {
        self.query = self.query.limit(rows);
        self
    }

    /// Returns the maximum number of rows to return, if the scan has a limit.
    #[must_use]
    pub const fn row_limit(&self) -> Option<usize> {
        self.query.limit
    }

    /// Reverses the order of the rows: from the last to the first.
    ///
    /// A [cursor](ScanPlan::cursor) resumes in the direction of the plan that made it, so reverse the plan of each
    /// page.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.query = self.query.reversed();
        self
    }

    /// Returns `true` if the plan reads its rows from the last to the first.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.query.reversed
    }

    /// Does not compile, because the ranges of a plan are made for its buckets. The message names the builder.
    #[doc(hidden)]
    pub fn bucket<K>(&self, _: u32)
    where
        Self: TakesBucket<K>,
    {
    }

    /// Does not compile, because the ranges of a plan are already chosen. The message names the builder.
    #[doc(hidden)]
    pub fn max_ranges<K>(&self, _: usize)
    where
        Self: TakesMaxRanges<K>,
    {
    }
}

/// Has no implementation. It is a bound of the method `bucket` of plans, for the message.
#[diagnostic::on_unimplemented(
    message = "`bucket` is a method of the scan builder: call it before `plan()`",
    label = "write `scan().bucket(..).plan()`",
    note = "see RK708 in rowkey::_compile_errors"
)]
pub trait TakesBucket<K> {}

/// Has no implementation. It is a bound of the method `max_ranges` of plans, for the message.
#[diagnostic::on_unimplemented(
    message = "`max_ranges` is a method of the scan builder: call it before `plan()`",
    label = "write `scan().max_ranges(..).plan()`, or limit the ranges of this plan with `at_most`",
    note = "see RK708 in rowkey::_compile_errors"
)]
pub trait TakesMaxRanges<K> {}

/// An iterator over the ranges of a plan, returned by [`ScanPlan::ranges`]. It creates each range when you read it.
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
        Some(self.plan.range(index))
    }

    /// Calls `take` with each range.
    ///
    /// Each range is created where it is passed on. A range that comes in an `Option` is copied out of it, which takes
    /// as long as creating it twice.
    #[inline(always)]
    fn for_each<F: FnMut(KeyRange)>(self, mut take: F) {
        for index in self.next..self.end {
            take(self.plan.range(index));
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
            self.plan.range(self.end)
        })
    }
}

impl ExactSizeIterator for Ranges<'_> {}
impl FusedIterator for Ranges<'_> {}
