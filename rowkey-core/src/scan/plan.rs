//! The plan of a scan: pure data. The ranges that hold what was asked for, and what is left to check per row.

use super::arg::{Edge, TextStart};
use super::cursor::Rest;
use super::next::possible;
use super::{Asked, Path, Query, RankOf, Show, Tail, What};
use crate::error::ScanError;
use crate::layout::Layout;
use crate::range::{KeyRange, prefix_successor};
use crate::salt::Salt;
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::{Bound, RangeBounds};

/// The plan of a scan, for any engine: read [`ScanPlan::ranges`], keep what [`ScanPlan::matches`]; or let
/// [`ScanPlan::merge`] do both, in order.
///
/// A key that `encode` writes is a row of the scan exactly if it lies in one of the ranges and matches.
#[derive(Clone, Debug)]
pub struct ScanPlan {
    pub(super) layout: &'static Layout,
    pub(super) show: Show,
    /// Ascending and disjoint, relative to what leads each key: prefix, label, separator.
    pub(super) spans: Vec<Span>,
    pub(super) buckets: Buckets,
    pub(super) filters: Vec<Filter>,
    /// Of each filter, where what passes it can lie.
    pub(super) possible: Vec<Vec<KeyRange>>,
    pub(super) asked: Vec<Asked>,
    limit: Option<usize>,
    reversed: bool,
    /// What is left, where the scan goes on after a row.
    pub(super) rest: Option<Rest>,
}

/// The keys of one bucket from `start` up to `stop`; without a stop, up to the bucket's end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) start: Vec<u8>,
    pub(super) stop: Option<Vec<u8>>,
}

/// Which buckets the spans are read in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Buckets {
    /// There is no salt.
    Unsalted,
    /// Every span in each of these buckets, since the salt's inputs are not all known.
    All(core::ops::Range<u32>),
    /// Each pair of a bucket and the index of a span, ascending: the salt was computed.
    Each(Vec<(u32, usize)>),
}

impl Buckets {
    /// How many ranges so many spans make.
    fn count(&self, spans: usize) -> u128 {
        match self {
            Self::Unsalted => spans as u128,
            Self::All(buckets) => spans as u128 * buckets.len() as u128,
            Self::Each(pairs) => pairs.len() as u128,
        }
    }
}

impl ScanPlan {
    pub(super) fn new(query: Query) -> Result<Self, ScanError> {
        if let Some(error) = query.error {
            return Err(error);
        }
        let layout = query.layout;
        let mut found = Vec::new();
        for path in &query.paths {
            if let Some(span) = span(path, &query.tail) {
                match layout.salt().and_then(|salt| buckets(salt, path, &query.tail)) {
                    Some(mut buckets) => {
                        buckets.retain(|&bucket| query.bucket.is_none_or(|only| only == bucket));
                        found.extend(buckets.into_iter().map(|bucket| (Some(bucket), span.clone())));
                    }
                    None => found.push((None, span)),
                }
            }
        }
        found.sort_unstable();
        found.dedup_by(|next, last| joined(last, next));
        let buckets = match layout.salt() {
            None => Buckets::Unsalted,
            Some(_) if found.iter().all(|(bucket, _)| bucket.is_some()) => {
                Buckets::Each(found.iter().enumerate().filter_map(|(i, (bucket, _))| Some(((*bucket)?, i))).collect())
            }
            Some(salt) => Buckets::All(query.bucket.map_or(0..salt.labels(), |only| only..only + 1)),
        };
        let spans: Vec<Span> = found.into_iter().map(|(_, span)| span).collect();
        let (found, most) = (buckets.count(spans.len()), query.max_ranges);
        if found > most as u128 {
            return Err(ScanError::TooManyRanges { key: layout.name(), found, most });
        }
        Ok(Self {
            layout,
            show: query.show,
            spans,
            buckets,
            possible: query.filters.iter().map(|filter| possible(layout, filter)).collect(),
            filters: query.filters,
            asked: query.asked,
            limit: query.limit,
            reversed: false,
            rest: None,
        })
    }

    /// The layout whose keys are scanned.
    #[must_use]
    pub const fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// The half-open ranges that hold all rows, ascending and disjoint: one for each combination of bound values in
    /// each bucket that can hold it.
    #[must_use]
    pub fn ranges(&self) -> Ranges<'_> {
        Ranges { plan: self, next: 0, end: self.count() }
    }

    /// How many ranges there are, those before a cursor included.
    pub(super) fn whole_count(&self) -> usize {
        self.buckets.count(self.spans.len()) as usize
    }

    /// Range number `index` of all, and its bucket.
    pub(super) fn whole_range(&self, index: usize) -> (Option<u32>, KeyRange) {
        let (bucket, span) = match &self.buckets {
            Buckets::Unsalted => (None, index),
            Buckets::All(buckets) => {
                (Some(buckets.start + (index / self.spans.len()) as u32), index % self.spans.len())
            }
            Buckets::Each(pairs) => (Some(pairs[index].0), pairs[index].1),
        };
        let parts = &self.layout.parts;
        let mut start = parts.prefix.to_vec();
        if let (Some(bucket), Some(salt)) = (bucket, &parts.salt) {
            salt.label.write(bucket, &mut start);
            start.extend_from_slice(parts.separator);
        }
        let span = &self.spans[span];
        let stop = match &span.stop {
            Some(stop) => Some([&start, stop.as_slice()].concat()),
            None => prefix_successor(&start),
        };
        start.extend_from_slice(&span.start);
        (bucket, KeyRange::new(start, stop))
    }

    /// All ranges of each bucket that is read; of a table without a salt, all in one.
    pub(super) fn whole_lanes(&self) -> Vec<core::ops::Range<usize>> {
        let ranges = self.whole_count();
        match &self.buckets {
            _ if ranges == 0 => Vec::new(),
            Buckets::Unsalted => core::iter::once(0..ranges).collect(),
            Buckets::All(_) => {
                (0..ranges).step_by(self.spans.len()).map(|first| first..first + self.spans.len()).collect()
            }
            Buckets::Each(pairs) => {
                let mut first = 0;
                pairs
                    .chunk_by(|a, b| a.0 == b.0)
                    .map(|bucket| {
                        first += bucket.len();
                        first - bucket.len()..first
                    })
                    .collect()
            }
        }
    }

    /// Whether a key that lies in a range is a row of the scan: what bytes alone could not decide.
    #[must_use]
    pub fn matches(&self, key: &[u8]) -> bool {
        self.filters.iter().all(|filter| filter.holds(self.layout, key))
    }

    /// Whether every key in the ranges is a row of the scan.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.filters.is_empty()
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
        self.turned()
    }

    /// Whether the rows are wanted from the last to the first.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.reversed
    }

    pub(super) const fn shown(&self) -> Show {
        self.show
    }
}

/// The bucket of a path in each generation, where the salt's inputs are known; none where the salt refuses them, as no
/// row can hold such values.
fn buckets(salt: &Salt, path: &Path, tail: &Tail) -> Option<Vec<u32>> {
    let known = match tail {
        Tail::Exact if salt.rest => true,
        _ => !salt.rest && path.words.iter().all(Option::is_some),
    };
    let bucket = |buckets| match salt.rest {
        true => salt.bucket_of_rest(&path.bytes, buckets).ok(),
        false => salt.bucket_of_words(path.words.iter().flatten(), buckets).ok(),
    };
    known.then(|| salt.generations().filter_map(bucket).collect())
}

/// Where a path's keys lie, or `None` where nowhere.
fn span(path: &Path, tail: &Tail) -> Option<Span> {
    let prefix = &path.bytes;
    let edge = |edge: &Edge| {
        let bytes = [prefix.as_slice(), &edge.bytes].concat();
        if edge.after { prefix_successor(&bytes) } else { Some(bytes) }
    };
    let (start, stop) = match tail {
        Tail::Prefix => (prefix.clone(), prefix_successor(prefix)),
        Tail::Exact => (prefix.clone(), Some([prefix.as_slice(), &[0]].concat())),
        Tail::Between(start, stop) => {
            // A start after FF FF is past all keys of the bucket.
            let start = start.as_ref().map_or(Some(prefix.clone()), edge)?;
            let stop = stop.as_ref().map_or_else(|| prefix_successor(prefix), edge);
            (start, stop)
        }
    };
    match &stop {
        Some(stop) if *stop <= start => None,
        _ => Some(Span { start, stop }),
    }
}

/// Joins `next` to `last` where they overlap: only the prefixes of elements that are read from the back do.
fn joined(last: &mut (Option<u32>, Span), next: &(Option<u32>, Span)) -> bool {
    let overlaps = last.0 == next.0 && last.1.stop.as_ref().is_none_or(|stop| next.1.start < *stop);
    if overlaps {
        last.1.stop = match (last.1.stop.take(), next.1.stop.clone()) {
            (Some(last), Some(next)) => Some(last.max(next)),
            _ => None,
        };
    }
    overlaps
}

/// What is left to check of one field.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    pub(super) field: usize,
    /// As asked; `None` where the check is what is left of binding the field.
    pub(super) what: Option<What>,
    pub(super) test: Test,
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
    fn holds(&self, layout: &Layout, key: &[u8]) -> bool {
        let Some((offset, element)) = layout.element_of(key, self.field) else { return false };
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

    fn next(&mut self) -> Option<KeyRange> {
        (self.next < self.end).then(|| {
            self.next += 1;
            self.plan.range(self.next - 1).1
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
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
