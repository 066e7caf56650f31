//! The plan of a scan: pure data. The ranges that hold what was asked for, and what is left to check per row.

use super::arg::{Edge, what};
use super::{Show, Tail, TextOf};
use crate::buf::KeyBuf;
use crate::error::ScanError;
use crate::layout::Layout;
use crate::range::KeyRange;
use crate::sink::{Part, Sink};
use alloc::vec::Vec;
use core::iter::FusedIterator;

/// The plan of a scan, for any engine: read [`ScanPlan::ranges`], keep what [`ScanPlan::matches`]; or let
/// [`ScanPlan::merge`] do both, in order.
///
/// A key that `encode` writes is a row of the scan exactly if it lies in one of the ranges and matches. A plan of one
/// range of a key of up to 64 bytes allocates nothing.
#[derive(Clone, Debug)]
pub struct ScanPlan {
    pub(super) layout: &'static Layout,
    pub(super) show: Show,
    /// Ascending and disjoint in each bucket.
    pub(super) spans: Spans,
    pub(super) buckets: Buckets,
    pub(super) filters: Vec<Filter>,
    pub(super) binding: Binding,
    pub(super) tail: Tail,
    limit: Option<usize>,
    reversed: bool,
}

/// The keys of one bucket from `start` up to `stop`, both with zeros in place of the label; without a stop, up to the
/// bucket's end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) start: KeyBuf,
    pub(super) stop: Option<KeyBuf>,
}

/// The spans of a plan.
#[derive(Clone, Debug)]
pub(super) enum Spans {
    One(Span),
    Many(Vec<Span>),
}

impl Spans {
    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[Span] {
        match self {
            Self::One(span) => core::slice::from_ref(span),
            Self::Many(spans) => spans,
        }
    }
}

/// Which buckets the spans are read in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Buckets {
    /// There is no salt.
    Unsalted,
    /// The one span in this bucket: the salt was computed.
    One(u32),
    /// Every span in each of these buckets, since the salt's inputs are not all known.
    All(core::ops::Range<u32>),
    /// Each span in its own bucket, ascending: the salt was computed, for inputs that are not bound by lists.
    Each { of: Vec<u32>, listed: Vec<Listed> },
}

/// How many values a field can give to the salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) field: usize,
    pub(super) values: usize,
}

/// What the paths of a query came to.
#[derive(Debug)]
pub struct Found {
    pub(super) spans: Spans,
    pub(super) buckets: Buckets,
}

impl Found {
    /// No key can hold what was asked.
    pub(super) const NOTHING: Self =
        Self { spans: Spans::Many(Vec::new()), buckets: Buckets::Each { of: Vec::new(), listed: Vec::new() } };

    /// The same, unless it makes too many ranges.
    #[inline(always)]
    pub(super) fn within(self, layout: &'static Layout, most: usize) -> Result<Self, ScanError> {
        match self.buckets.count(self.spans.as_slice().len()) {
            found if found <= most as u128 => Ok(self),
            found => Err(ScanError::TooManyRanges { key: layout.name(), found, most }),
        }
    }
}

/// What was bound to values, for [`ScanPlan::explain`].
#[derive(Clone, Debug)]
pub enum Binding {
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

/// What the caller asked of one field.
#[derive(Clone, Debug)]
pub struct Asked {
    pub(crate) field: usize,
    pub(crate) what: What,
}

/// The elements are as written; `None` for a value that no key can hold.
#[derive(Clone, Debug)]
pub(crate) enum What {
    Equal(Option<Vec<u8>>),
    Any(Vec<Vec<u8>>),
    In(core::ops::Bound<Option<Vec<u8>>>, core::ops::Bound<Option<Vec<u8>>>),
    StartsWith(Vec<u8>),
}

impl Buckets {
    /// How many ranges so many spans make.
    #[inline(always)]
    fn count(&self, spans: usize) -> u128 {
        match self {
            Self::All(buckets) => spans as u128 * buckets.len() as u128,
            _ => spans as u128,
        }
    }
}

impl ScanPlan {
    #[inline(always)]
    pub(super) fn new(
        layout: &'static Layout,
        show: Show,
        found: Found,
        binding: Binding,
        tail: Tail,
        filters: Vec<Filter>,
        limit: Option<usize>,
    ) -> Self {
        let Found { spans, buckets } = found;
        Self { layout, show, spans, buckets, filters, binding, tail, limit, reversed: false }
    }

    /// The layout whose keys are scanned.
    #[must_use]
    pub const fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// The half-open ranges that hold all rows, ascending and disjoint: one for each combination of bound values in
    /// each bucket that can hold it.
    #[inline(always)]
    #[must_use]
    pub fn ranges(&self) -> Ranges<'_> {
        Ranges { plan: self, next: 0, end: self.buckets.count(self.spans.as_slice().len()) as usize }
    }

    /// Range number `index`, and its bucket.
    #[inline(always)]
    pub(super) fn range(&self, index: usize) -> (Option<u32>, KeyRange) {
        let spans = self.spans.as_slice();
        let (bucket, span) = match &self.buckets {
            Buckets::Unsalted => (None, index),
            Buckets::One(bucket) => (Some(*bucket), index),
            Buckets::All(buckets) if spans.len() == 1 => (Some(buckets.start + index as u32), 0),
            Buckets::All(buckets) => (Some(buckets.start + (index / spans.len()) as u32), index % spans.len()),
            Buckets::Each { of, .. } => (Some(of[index]), index),
        };
        (bucket, self.in_bucket(bucket, &spans[span]))
    }

    /// The keys of a span in a bucket.
    #[inline(always)]
    fn in_bucket(&self, bucket: Option<u32>, span: &Span) -> KeyRange {
        let parts = &self.layout.parts;
        let mut start = span.start.clone();
        let mut stop = match &span.stop {
            Some(stop) => stop.clone(),
            None => KeyBuf::of(start.get(..parts.fields_at()).unwrap_or_default()),
        };
        if let (Some(bucket), Some(salt)) = (bucket, &parts.salt) {
            for key in [&mut start, &mut stop] {
                salt.label.write(bucket, &mut Part(key.as_mut_slice().get_mut(parts.label_at()..).unwrap_or_default()));
            }
        }
        let stop = (span.stop.is_some() || stop.succeed(0)).then_some(stop);
        KeyRange { start, stop }
    }

    /// The ranges of each bucket that is read; of a table without a salt, all in one.
    pub(super) fn lanes(&self) -> Vec<core::ops::Range<usize>> {
        let (ranges, spans) = (self.ranges().len(), self.spans.as_slice().len());
        match &self.buckets {
            _ if ranges == 0 => Vec::new(),
            Buckets::Unsalted | Buckets::One(_) => core::iter::once(0..ranges).collect(),
            Buckets::All(_) => (0..ranges).step_by(spans).map(|first| first..first + spans).collect(),
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
    pub const fn reversed(mut self) -> Self {
        self.reversed = !self.reversed;
        self
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

/// Where a path's keys lie, or `None` where nowhere. What leads every key of a bucket is `lead` bytes wide.
#[inline(always)]
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
    OneOf(Vec<Vec<u8>>),
    StartsWith(Vec<u8>, TextOf),
    Between(Option<Edge>, Option<Edge>),
}

impl Filter {
    /// Of the elements between two edges.
    pub(super) fn between(layout: &Layout, field: usize, start: Option<Edge>, stop: Option<Edge>) -> Self {
        let what = what(layout, field, start.as_ref(), stop.as_ref());
        Self { field, what: Some(what), test: Test::Between(start, stop) }
    }

    fn holds(&self, layout: &Layout, key: &[u8]) -> bool {
        let Some((offset, element)) = layout.element_of(key, self.field) else { return false };
        match &self.test {
            Test::OneOf(elements) => elements.iter().any(|other| other == element),
            Test::StartsWith(text, text_of) => text_of(element).starts_with(text),
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
