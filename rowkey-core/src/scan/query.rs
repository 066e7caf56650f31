//! The state of a scan's builder: the values bound so far, and what else was asked.

use super::arg::{Edge, edges};
use super::path::{Many, One, Path, Paths, Unbounded};
use super::plan::{Filter, ScanPlan, Test, What};
use super::rarely::Rarely;
use super::{Arg, MAX_RANGES, RangeArg, StartArg, UntypedKey};
use crate::bytes::KeyBuf;
use crate::error::{ScanError, ValueError};
use crate::key::{FieldOf, KnownInputs, RowKey, rank_of_element};
use crate::language::Order;
use crate::layout::{Cut, Layout};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// How many combinations of bound values are kept until the plan is made, unless more ranges are allowed before.
const MAX_PATHS: usize = 65_536;

/// The state of a scan of the keys `K`, which every generated builder holds. As long as each field is bound to
/// one value, `P` is [`One`], which allocates nothing.
pub struct Query<K, P> {
    pub(super) paths: P,
    pub(super) limit: Option<usize>,
    pub(super) rare: Rarely<Rare>,
    key: PhantomData<fn() -> K>,
}

/// Settings that few scans ask for.
#[derive(Clone, Debug)]
pub struct Rare {
    pub(super) filters: Vec<Filter>,
    pub(super) bucket: Option<u32>,
    pub(super) max_ranges: usize,
    pub(super) cursor: Option<String>,
    /// The first error, for [`Query::plan`].
    pub(super) error: Option<ScanError>,
}

impl Default for Rare {
    fn default() -> Self {
        Self { filters: Vec::new(), bucket: None, max_ranges: MAX_RANGES, cursor: None, error: None }
    }
}

impl<K, P: Clone> Clone for Query<K, P> {
    fn clone(&self) -> Self {
        Self { paths: self.paths.clone(), rare: self.rare.clone(), ..*self }
    }
}

impl<K, P: fmt::Debug> fmt::Debug for Query<K, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { paths, limit, rare, .. } = self;
        f.debug_struct("Query").field("paths", paths).field("limit", limit).field("rare", rare).finish()
    }
}

/// The end of the ranges behind the bound fields.
#[derive(Clone, Debug)]
pub enum Tail {
    /// Any key that begins with the path.
    Prefix,
    /// The key is the path: all fields are bound.
    Exact,
    /// The element of this field is between two edges, if given.
    Between(usize, Option<Edge>, Option<Edge>),
    /// The text of this field begins so; the path goes on with how its element begins.
    Start(usize, KeyBuf),
}

impl<K: RowKey> Query<K, One<K>> {
    /// Nothing bound.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Self {
        Self::of(One::new())
    }
}

impl<K: RowKey> Default for Query<K, One<K>> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, P> Query<K, P> {
    #[inline(always)]
    const fn of(paths: P) -> Self {
        Self { paths, limit: None, rare: Rarely::NONE, key: PhantomData }
    }

    /// At most so many rows.
    #[inline(always)]
    #[must_use]
    pub const fn limit(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }

    /// At most so many ranges, 4,096 unless given.
    #[must_use]
    pub fn max_ranges(mut self, ranges: usize) -> Self {
        self.rare.some().max_ranges = ranges;
        self
    }
}

impl<K: RowKey, P: Unbounded<K>> Query<K, P> {
    /// Binds the next field to one value.
    #[inline(always)]
    #[must_use]
    pub fn equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(self, value: V) -> Self {
        // By parts: what would have to be dropped if a codec panicked must stand in memory.
        let Self { mut paths, limit, rare, key } = self;
        paths.equal::<F, V>(&value);
        let mut query = Self { paths, limit, rare, key };
        if const { K::LAYOUT.is_cut_from_end(F::INDEX) } || query.is_beside_others(F::INDEX) {
            let element = Path::of::<K, F, V>(&value);
            query.check(F::INDEX, element.map(|element| element.bytes.into()).into_iter().collect());
        }
        query
    }

    /// Binds the next field to one of several values.
    #[must_use]
    pub fn any<'v, F: FieldOf<'v>, V: Arg<'v, F>>(self, values: impl IntoIterator<Item = V>) -> Query<K, Many<K>> {
        let mut elements: Vec<_> = values.into_iter().filter_map(|value| Path::of::<K, F, V>(&value)).collect();
        elements.sort_unstable_by(|a, b| a.bytes.cmp(&b.bytes));
        elements.dedup_by(|a, b| a.bytes == b.bytes);
        let Self { paths, limit, rare, key } = self;
        let mut query = Query { paths: paths.into_many(), limit, rare, key };
        // More may be allowed later, but not any number: they are listed here.
        let (found, most) = (query.paths.times(elements.len()), query.rare.some().max_ranges.max(MAX_PATHS));
        if found > most as u128 {
            query.fail(ScanError::TooManyRanges { key: K::LAYOUT.name(), found, most });
            return query;
        }
        let beside = query.is_beside_others(F::INDEX);
        query.paths.any(F::INDEX, &elements);
        if beside || K::LAYOUT.is_cut_from_end(F::INDEX) {
            query.check(F::INDEX, elements.into_iter().map(|element| element.bytes.into()).collect());
        }
        query
    }

    /// Checks the field that was just bound, since the bytes that follow could belong to a longer value.
    fn check(&mut self, field: usize, elements: Vec<Vec<u8>>) {
        let what = if K::LAYOUT.is_cut_from_end(field) { None } else { Some(What::Any(elements.clone())) };
        self.rare.some().filters.push(Filter::new(K::LAYOUT, field, what, Test::OneOf(elements)));
    }

    /// `true` if the paths so far end in several values of a field that is read from the back. The keys of one may then
    /// lie in the ranges of another, and what is asked of field `index` must be checked.
    #[inline(always)]
    fn is_beside_others(&self, index: usize) -> bool {
        self.paths.are_several() && (0..index).any(|before| K::LAYOUT.is_cut_from_end(before))
    }

    /// Binds the next field to a range of values.
    #[inline(always)]
    #[must_use]
    pub fn within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(self, range: R) -> Query<K, P::Ranged> {
        let is_beside_others = self.is_beside_others(F::INDEX);
        let Self { paths, limit, mut rare, key } = self;
        let (paths, reason) = paths.within::<F, R>(range);
        if let Some(reason) = reason {
            rare = failed(rare, K::LAYOUT, F::INDEX, reason);
        }
        let mut query = Query { paths, limit, rare, key };
        if is_beside_others {
            if let Tail::Between(field, start, stop) = query.paths.tail() {
                query.rare.some().filters.push(Filter::between(K::LAYOUT, field, start, stop));
            }
        }
        query
    }

    /// Binds the next field to the texts that begin with `start`.
    #[inline]
    #[must_use]
    pub fn starts_with<'v, F: FieldOf<'v>, S: StartArg<'v, F>>(self, start: S) -> Query<K, P::Ranged> {
        let found = start.start();
        let ended = |bytes: &[u8]| match const { K::LAYOUT.cut(F::INDEX) } {
            Cut::Until(separator) => bytes.contains(&separator),
            _ => false,
        };
        let mut known = K::KnownInputs::NONE;
        let mut alive = found.element.as_deref().is_some_and(|bytes| !ended(bytes));
        if let Some(salt) = &K::LAYOUT.parts.salt {
            for slot in (0..salt.inputs.len()).filter(|slot| salt.is_input(*slot, F::INDEX)) {
                match salt.value_of_start(slot, &found.text) {
                    Some(Ok(value)) => known.set(slot, value),
                    Some(Err(_)) => alive = false,
                    None => {}
                }
            }
        }
        let is_beside_others = self.is_beside_others(F::INDEX);
        let Self { paths, limit, mut rare, key } = self;
        let paths = paths.start(F::INDEX, &found.text, found.element.as_deref().filter(|_| alive), &known);
        if found.wider || const { K::LAYOUT.is_cut_from_end(F::INDEX) } || is_beside_others {
            rare.some().filters.push(Filter::new(K::LAYOUT, F::INDEX, None, Test::StartsWith(found)));
        }
        Query { paths, limit, rare, key }
    }
}

impl<K: RowKey, P: Paths<K>> Query<K, P> {
    /// Keeps the rows with one value of any field. What the salt knows by it, it uses.
    #[must_use]
    pub fn filter_equal<'v, F: FieldOf<'v>, V: Arg<'v, F>>(mut self, value: V) -> Self {
        let element = Path::of::<K, F, V>(&value);
        if let Some(element) = &element {
            self.paths.set(&element.words);
        }
        let bytes: Option<Vec<u8>> = element.map(|element| element.bytes.into());
        self.filter(F::INDEX, What::Equal(bytes.clone()), Test::OneOf(bytes.into_iter().collect()))
    }

    /// Keeps the rows with one of several values of any field.
    #[must_use]
    pub fn filter_any<'v, F: FieldOf<'v>, V: Arg<'v, F>>(self, values: impl IntoIterator<Item = V>) -> Self {
        let elements = values.into_iter().filter_map(|value| Path::of::<K, F, V>(&value));
        let mut elements: Vec<Vec<u8>> = elements.map(|element| element.bytes.into()).collect();
        elements.sort_unstable();
        elements.dedup();
        self.filter(F::INDEX, What::Any(elements.clone()), Test::OneOf(elements))
    }

    /// Keeps the rows with a value of any field in a range: where keys do not sort by it, by value.
    #[must_use]
    pub fn filter_within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(mut self, range: R) -> Self {
        let filter = if let Order::Unordered = K::LAYOUT.fields()[F::INDEX].order() {
            range.ranks().map(|(start, stop, what)| {
                Filter::new(K::LAYOUT, F::INDEX, Some(what), Test::Ranked(start, stop, rank_of_element::<K>))
            })
        } else {
            edges::<K, F, R>(range).map(|(start, stop)| Filter::between(K::LAYOUT, F::INDEX, start, stop))
        };
        match filter {
            Ok(filter) => self.rare.some().filters.push(filter),
            Err(reason) => self.rare = failed(self.rare, K::LAYOUT, F::INDEX, reason),
        }
        self
    }

    /// Keeps the rows with a text that begins with `start`, of any field.
    #[must_use]
    pub fn filter_starts_with<'v, F: FieldOf<'v>, S: StartArg<'v, F>>(mut self, start: S) -> Self {
        let found = start.start();
        if found.element.is_none() {
            self.paths.clear();
        }
        self.filter(F::INDEX, What::StartsWith(found.text.to_vec()), Test::StartsWith(found))
    }

    fn filter(mut self, field: usize, what: What, test: Test) -> Self {
        if matches!(&test, Test::OneOf(elements) if elements.is_empty()) {
            self.paths.clear();
        }
        self.rare.some().filters.push(Filter::new(K::LAYOUT, field, Some(what), test));
        self
    }

    /// Only this bucket: for parallel readers.
    #[must_use]
    pub fn bucket(mut self, bucket: u32) -> Self {
        let buckets = K::LAYOUT.salt().map_or(0, |salt| salt.labels());
        if bucket >= buckets {
            self.fail(ScanError::Bucket { key: K::LAYOUT.name(), found: bucket, buckets });
        }
        self.rare.some().bucket = Some(bucket);
        self
    }

    /// The plan.
    ///
    /// # Errors
    /// A [`ScanError`]: too many ranges, an unknown bucket, a bound that cannot be placed, a cursor of another scan.
    #[inline(always)]
    pub fn plan(self) -> Result<ScanPlan, ScanError> {
        match self.paths.plan(self.rare) {
            Ok(shape) => Ok(ScanPlan::new(UntypedKey::of::<K>(), shape, self.limit)),
            Err(error) => Err(*error),
        }
    }

    fn fail(&mut self, error: ScanError) {
        self.rare.some().error.get_or_insert(error);
    }
}

/// The same, of a scan of `layout` with a bound for field `index` that cannot be placed.
#[cold]
#[inline(never)]
fn failed(mut rare: Rarely<Rare>, layout: &'static Layout, index: usize, reason: ValueError) -> Rarely<Rare> {
    let (key, field) = (layout.name(), layout.fields()[index].name());
    rare.some().error.get_or_insert(ScanError::Bound { key, field, reason });
    rare
}
