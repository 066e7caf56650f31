//! Scans: a typed builder that takes fields in key order, and the plan it makes.
//!
//! The builder of a key, `Call::scan()`, has these methods for each field `f`, in key order up to the first range:
//!
//! | method | rows with |
//! |---|---|
//! | `f(v)` | this value |
//! | `f_any([v, ..])` | one of these values |
//! | `f_in(range)` | a value in any std range, in natural order; not where keys do not sort by the field |
//! | `f_starts_with(s)` | a text that begins with this |
//!
//! and these at any time, which keep some of the rows that the ranges hold, and compare values: `filter_f(v)`,
//! `filter_f_any([v, ..])`, `filter_f_in(range)` also on `unordered` fields, `filter_f_starts_with(s)`. A bound need not be a
//! value that the field can hold. Besides, `bucket(b)`, `limit(n)`, `max_ranges(n)` and `resume(cursor)`; then `plan()`.
//!
//! A [`ScanPlan`] is run on any engine by [`ScanPlan::merge`] or [`ScanPlan::unordered`]; by hand from
//! [`ScanPlan::ranges`] and [`ScanPlan::matches`], or [`ScanPlan::next`] where the engine seeks; on HBase with the help
//! of [`ScanPlan::fuzzy`]. [`ScanPlan::cursor`] is where the next page begins.

mod arg;
mod cursor;
mod explain;
mod fuzzy;
mod merge;
mod next;
mod plan;

pub use arg::{Arg, FieldOf, KeyArg, NoRangeArg, NoStartArg, RangeArg, StartArg};
pub use merge::{Merge, Open, Row};
pub use next::Next;
pub use plan::{Ranges, ScanPlan};

pub(crate) use arg::{is_open_text, shortened};

use crate::error::{ElementError, ScanError, ValueError};
use crate::layout::{Cut, Layout};
use crate::salt::Word;
use crate::scan::arg::{Edge, Element};
use crate::scan::plan::{Filter, Test};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// How many ranges a plan may have unless told otherwise.
pub const MAX_RANGES: usize = 4_096;

/// How many combinations of bound values are kept until the plan is made, unless more ranges are allowed before.
const MAX_PATHS: usize = 65_536;

/// Shows the value of a field's element.
pub(crate) type Show = fn(usize, &[u8]) -> Result<String, ElementError>;

/// What a scan has bound so far: what every generated builder holds.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Query {
    layout: &'static Layout,
    show: Show,
    /// One per combination of bound values: those of `f_any` multiply them.
    paths: Vec<Path>,
    tail: Tail,
    filters: Vec<Filter>,
    asked: Vec<Asked>,
    bucket: Option<u32>,
    limit: Option<usize>,
    max_ranges: usize,
    cursor: Option<String>,
    error: Option<ScanError>,
}

/// The bytes that bound fields put after the label, and what they give to the salt.
#[derive(Clone, Debug)]
struct Path {
    bytes: Vec<u8>,
    words: Vec<Option<Word>>,
}

/// Where the ranges end behind the bound fields.
#[derive(Clone, Debug)]
enum Tail {
    /// Any key that begins with the path.
    Prefix,
    /// The key is the path: all fields are bound.
    Exact,
    /// The next field's element is between two edges, if given.
    Between(Option<Edge>, Option<Edge>),
}

/// What the caller asked of one field, for [`ScanPlan::explain`].
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) field: usize,
    pub(crate) what: What,
}

/// The elements are as written; `None` for a value that no key can hold.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "public only as a part of what generated code passes on")]
pub enum What {
    Equal(Option<Vec<u8>>),
    Any(Vec<Vec<u8>>),
    In(core::ops::Bound<Option<Vec<u8>>>, core::ops::Bound<Option<Vec<u8>>>),
    StartsWith(Vec<u8>),
}

impl Query {
    /// Nothing bound.
    #[must_use]
    pub fn new(layout: &'static Layout, show: Show) -> Self {
        let words = layout.salt().map_or(0, |salt| salt.inputs().len());
        Self {
            layout,
            show,
            paths: [Path { bytes: Vec::new(), words: alloc::vec![None; words] }].into(),
            tail: Tail::Prefix,
            filters: Vec::new(),
            asked: Vec::new(),
            bucket: None,
            limit: None,
            max_ranges: MAX_RANGES,
            cursor: None,
            error: None,
        }
    }

    /// Binds the next field to one value.
    #[must_use]
    pub fn equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(mut self, value: V) -> Self {
        let element = value.__element(self.layout);
        self.asked.push(Asked { field: F::INDEX, what: What::Equal(element.as_ref().map(|it| it.bytes.clone())) });
        self.bind::<F>(element.into_iter().collect());
        self
    }

    /// Binds the next field to one of several values.
    #[must_use]
    pub fn any<'v, F: FieldOf<'v>, V: Arg<'v, F>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        let mut elements: Vec<Element> = values.into_iter().filter_map(|value| value.__element(self.layout)).collect();
        elements.sort_unstable_by(|a, b| a.bytes.cmp(&b.bytes));
        elements.dedup_by(|a, b| a.bytes == b.bytes);
        let bytes = elements.iter().map(|element| element.bytes.clone()).collect();
        self.asked.push(Asked { field: F::INDEX, what: What::Any(bytes) });
        self.bind::<F>(elements);
        self
    }

    /// Extends every path by every element. Values that no key can hold have none, and so leave no path.
    fn bind<'v, F: FieldOf<'v>>(&mut self, elements: Vec<Element>) {
        let found = self.paths.len() as u128 * elements.len() as u128;
        // More may be allowed later, but not any number: they are listed here.
        let most = self.max_ranges.max(MAX_PATHS);
        if found > most as u128 {
            self.fail(ScanError::TooManyRanges { key: self.layout.name(), found, most });
            return;
        }
        let beside = self.is_beside_others(F::INDEX);
        let separator = self.layout.fields()[F::INDEX].separator();
        let paths = core::mem::take(&mut self.paths);
        for path in &paths {
            for element in &elements {
                let mut path = path.clone();
                path.bytes.extend_from_slice(&element.bytes);
                path.bytes.extend_from_slice(separator);
                for (slot, word) in &element.words {
                    path.words[*slot] = Some(word.clone());
                }
                self.paths.push(path);
            }
        }
        let back = self.layout.is_read_back(F::INDEX);
        if back || beside {
            // The bytes that follow could belong to a longer value.
            let elements: Vec<Vec<u8>> = elements.into_iter().map(|element| element.bytes).collect();
            let what = if back { None } else { Some(What::Any(elements.clone())) };
            self.filters.push(Filter { field: F::INDEX, what, test: Test::OneOf(elements) });
        }
        if F::INDEX + 1 == self.layout.fields().len() {
            self.tail = Tail::Exact;
        }
    }

    /// Whether the paths so far end in several values of a field that is read from the back. The keys of one may then
    /// lie in the ranges of another, and what is asked of field `index` must be checked.
    fn is_beside_others(&self, index: usize) -> bool {
        self.paths.len() > 1 && (0..index).any(|before| self.layout.is_read_back(before))
    }

    /// Binds the next field to a range of values.
    #[must_use]
    pub fn within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(mut self, range: R) -> Self {
        match range.__edges(self.layout) {
            Ok((start, stop, what)) => {
                if self.is_beside_others(F::INDEX) {
                    let test = Test::Between(start.clone(), stop.clone());
                    self.filters.push(Filter { field: F::INDEX, what: Some(what.clone()), test });
                }
                self.tail = Tail::Between(start, stop);
                self.asked.push(Asked { field: F::INDEX, what });
            }
            Err(problem) => self.fail_bound(F::INDEX, problem),
        }
        self
    }

    /// Binds the next field to the texts that begin with `start`.
    #[must_use]
    pub fn starts_with<'v, F: FieldOf<'v>, S: StartArg<'v, F>>(mut self, start: S) -> Self {
        let found = start.__start();
        self.asked.push(Asked { field: F::INDEX, what: What::StartsWith(found.text.clone()) });
        let check = found.wider || self.layout.is_read_back(F::INDEX) || self.is_beside_others(F::INDEX);
        let ended = |bytes: &[u8]| match self.layout.cut(F::INDEX) {
            Cut::Until(separator) => bytes.contains(&separator),
            _ => false,
        };
        match &found.element {
            Some(bytes) if !ended(bytes) => self.paths.iter_mut().for_each(|path| path.bytes.extend_from_slice(bytes)),
            _ => self.paths.clear(),
        }
        if check {
            self.filters.push(Filter { field: F::INDEX, what: None, test: Test::StartsWith(found) });
        }
        self
    }

    /// Keeps the rows with one value of any field. What the salt knows by it, it uses.
    #[must_use]
    pub fn filter_equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(mut self, value: V) -> Self {
        let element = value.__element(self.layout);
        let bytes = element.as_ref().map(|it| it.bytes.clone());
        for (slot, word) in element.iter().flat_map(|it| &it.words) {
            for path in &mut self.paths {
                path.words[*slot].get_or_insert_with(|| word.clone());
            }
        }
        self.filter(F::INDEX, What::Equal(bytes.clone()), Test::OneOf(bytes.into_iter().collect()))
    }

    /// Keeps the rows with one of several values of any field.
    #[must_use]
    pub fn filter_any<'v, F: FieldOf<'v>, V: Arg<'v, F>>(self, values: impl IntoIterator<Item = V>) -> Self {
        let elements = values.into_iter().filter_map(|value| value.__element(self.layout));
        let mut elements: Vec<_> = elements.map(|element| element.bytes).collect();
        elements.sort_unstable();
        elements.dedup();
        self.filter(F::INDEX, What::Any(elements.clone()), Test::OneOf(elements))
    }

    /// Keeps the rows with a value of any field in a range.
    #[must_use]
    pub fn filter_within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(mut self, range: R) -> Self {
        match range.__edges(self.layout) {
            Ok((start, stop, what)) => self.filter(F::INDEX, what, Test::Between(start, stop)),
            Err(problem) => {
                self.fail_bound(F::INDEX, problem);
                self
            }
        }
    }

    /// Keeps the rows with a value in a range, of a field that keys do not sort by: `rank_of` gives what its values
    /// sort by.
    #[must_use]
    pub fn filter_ranked<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(mut self, range: R, rank_of: RankOf) -> Self {
        match range.__ranks() {
            Ok((start, stop, what)) => self.filter(F::INDEX, what, Test::Ranked(start, stop, rank_of)),
            Err(problem) => {
                self.fail_bound(F::INDEX, problem);
                self
            }
        }
    }

    /// Keeps the rows with a text that begins with `start`, of any field.
    #[must_use]
    pub fn filter_starts_with<'v, F: FieldOf<'v>, S: StartArg<'v, F>>(mut self, start: S) -> Self {
        let found = start.__start();
        if found.element.is_none() {
            self.paths.clear();
        }
        self.filter(F::INDEX, What::StartsWith(found.text.clone()), Test::StartsWith(found))
    }

    fn filter(mut self, field: usize, what: What, test: Test) -> Self {
        if matches!(&test, Test::OneOf(elements) if elements.is_empty()) {
            self.paths.clear();
        }
        self.filters.push(Filter { field, what: Some(what), test });
        self
    }

    /// Only this bucket: for parallel readers.
    #[must_use]
    pub fn bucket(mut self, bucket: u32) -> Self {
        let buckets = self.layout.salt().map_or(0, |salt| salt.labels());
        if bucket >= buckets {
            self.fail(ScanError::Bucket { key: self.layout.name(), found: bucket, buckets });
        }
        self.bucket = Some(bucket);
        self
    }

    /// At most so many rows.
    #[must_use]
    pub const fn limit(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }

    /// At most so many ranges, 4,096 unless given.
    #[must_use]
    pub const fn max_ranges(mut self, ranges: usize) -> Self {
        self.max_ranges = ranges;
        self
    }

    /// The plan.
    ///
    /// # Errors
    /// A [`ScanError`]: too many ranges, a bucket that there is not, a bound that has no place, a cursor of another scan.
    pub fn plan(mut self) -> Result<ScanPlan, ScanError> {
        let cursor = self.cursor.take();
        let plan = ScanPlan::new(self)?;
        match cursor {
            Some(cursor) => plan.resumed(&cursor),
            None => Ok(plan),
        }
    }

    fn fail_bound(&mut self, field: usize, problem: ValueError) {
        let (key, field) = (self.layout.name(), self.layout.fields()[field].name());
        self.fail(ScanError::Bound { key, field, problem });
    }

    /// Keeps the first error for [`Query::plan`].
    fn fail(&mut self, error: ScanError) {
        self.error.get_or_insert(error);
    }
}

/// What the value of a field's element sorts by.
pub(crate) type RankOf = fn(usize, &[u8]) -> Option<Vec<u8>>;

/// The text of an element, as its codec cuts it out.
pub(crate) type TextOf = for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>;
