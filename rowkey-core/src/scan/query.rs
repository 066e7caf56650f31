//! The state of a scan's builder: what was asked so far.

use super::filter::Filter;
use super::predicate::{FieldPredicate, KeyBounds, Predicate, TextStart};
use super::scan_field::ScanField;
use super::{Arg, MAX_RANGES, RangeArg, StartArg, UntypedKey};
use crate::bytes::{KeyBuf, Sink};
use crate::error::{ScanError, ValueError};
use crate::key::{FieldOf, RowKey, write_prefix};
use crate::language::Order;
use crate::layout::{Cut, Layout};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The state of every scan builder.
#[derive(Clone, Debug)]
pub struct Query {
    pub(super) key: &'static UntypedKey,
    pub(super) asked: Asked,
    pub(super) limit: Option<usize>,
    /// Boxed, because few scans have any, and a query is moved with every call.
    pub(super) options: Option<Box<ScanOptions>>,
}

/// The questions about fields in key order: values first, then at most one range or start of a text.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The bytes that every key begins with, zeros in place of the label, then the elements of the fields that are bound to
    /// one value, each with its separator.
    pub(super) values: KeyBuf,
    /// The bound fields, in key order.
    pub(super) bound: SmallVec<[BoundField; 8]>,
    /// The elements of the fields that are bound to one of several values, ascending, in key order.
    pub(super) lists: Vec<Vec<KeyBuf>>,
    pub(super) suffix: Suffix,
    /// `true` if no key can hold what is asked.
    pub(super) is_impossible: bool,
}

/// A field that is bound to values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundField {
    /// To one value, whose element has this width.
    Value(u32),
    /// To one value, which no key can hold.
    NoValue,
    /// To the values of the next list.
    List,
}

/// The question about the field behind the bound ones.
#[derive(Clone, Debug)]
pub(super) enum Suffix {
    None,
    /// Its element is between two bounds.
    Between(usize, KeyBounds),
    /// Its text begins so.
    StartsWith(usize, TextStart),
}

/// The settings that few scans have.
#[derive(Clone, Debug)]
pub(super) struct ScanOptions {
    pub(super) filters: Vec<Filter>,
    pub(super) bucket: Option<u32>,
    pub(super) max_ranges: usize,
    pub(super) cursor: Option<String>,
    /// The first error, for [`Query::plan`].
    pub(super) error: Option<ScanError>,
}

impl Default for ScanOptions {
    fn default() -> Self {
        Self { filters: Vec::new(), bucket: None, max_ranges: MAX_RANGES, cursor: None, error: None }
    }
}

impl Asked {
    /// Takes the element that was put at `start` behind the values, unless no key can hold it. None can hold 4 GiB.
    #[inline(always)]
    fn value(&mut self, field: &ScanField, start: usize, is_held: bool) {
        let bound = match u32::try_from(self.values.len() - start) {
            Ok(width) if is_held => BoundField::Value(width),
            _ => BoundField::NoValue,
        };
        self.bound.push(bound);
        self.is_impossible |= bound == BoundField::NoValue;
        self.values.put(field.separator());
    }

    fn list(&mut self, elements: Vec<KeyBuf>) {
        self.is_impossible |= elements.is_empty();
        self.bound.push(BoundField::List);
        self.lists.push(elements);
    }

    /// How many combinations of bound values there are.
    pub(super) fn combinations(&self) -> usize {
        self.lists.iter().fold(usize::from(!self.is_impossible), |all, list| all.saturating_mul(list.len()))
    }

    /// How each bound field is bound, in key order, and its element if that is to one value.
    pub(super) fn elements(&self, layout: &'static Layout) -> impl Iterator<Item = (BoundField, &[u8])> {
        let mut at = layout.fields_at();
        self.bound.iter().zip(layout.parts.fields).map(move |(bound, field)| {
            let start = at;
            if let BoundField::Value(width) = *bound {
                at += width as usize;
            }
            let element = self.values.get(start..at).unwrap_or_default();
            if *bound != BoundField::List {
                at += field.separator.len();
            }
            (*bound, element)
        })
    }

    /// The elements of the bound fields in one combination, in key order: of each list the value of the number in `chosen`.
    pub(super) fn combination(&self, layout: &'static Layout, chosen: &[usize]) -> impl Iterator<Item = &[u8]> {
        let mut lists = self.lists.iter().zip(chosen).map(|(list, at)| list.get(*at).map_or(&[][..], |it| it));
        self.elements(layout).map(move |(bound, element)| match bound {
            BoundField::List => lists.next().unwrap_or_default(),
            _ => element,
        })
    }

    /// The questions one by one.
    pub(super) fn predicates(&self, layout: &'static Layout) -> Vec<FieldPredicate> {
        let mut lists = self.lists.iter();
        let mut all: Vec<FieldPredicate> = Vec::with_capacity(self.bound.len() + 1);
        for (field, (bound, element)) in self.elements(layout).enumerate() {
            let predicate = match bound {
                BoundField::Value(_) => Predicate::Equal(Some(KeyBuf::of(element))),
                BoundField::NoValue => Predicate::Equal(None),
                BoundField::List => Predicate::OneOf(lists.next().cloned().unwrap_or_default()),
            };
            all.push(FieldPredicate { field, predicate });
        }
        match &self.suffix {
            Suffix::None => {}
            Suffix::Between(field, bounds) => {
                all.push(FieldPredicate { field: *field, predicate: Predicate::Between(bounds.clone()) });
            }
            Suffix::StartsWith(field, start) => {
                all.push(FieldPredicate { field: *field, predicate: Predicate::StartsWith(start.clone()) });
            }
        }
        all
    }
}

/// The bound fields and filters. `F` is always a field of the key `K` with which the query began.
impl Query {
    /// Nothing asked of the keys `K`.
    #[inline(always)]
    #[must_use]
    pub fn new<K: RowKey>() -> Self {
        let mut values = KeyBuf::EMPTY;
        write_prefix::<K, _>(&mut values);
        let asked =
            Asked { values, bound: SmallVec::new(), lists: Vec::new(), suffix: Suffix::None, is_impossible: false };
        Self { key: UntypedKey::of::<K>(), asked, limit: None, options: None }
    }

    /// Binds the next field to one value.
    #[inline(always)]
    #[must_use]
    pub fn equal<'v, K: RowKey, F: FieldOf<'v>, V: Arg<'v, F>>(mut self, value: V) -> Self {
        let start = self.asked.values.len();
        let is_held = value.put(&mut self.asked.values);
        self.bind_value(const { &ScanField::of::<K>(F::INDEX) }, start, is_held);
        self
    }

    /// Binds a field to the element that was put at `start` behind the values.
    #[inline(always)]
    fn bind_value(&mut self, field: &ScanField, start: usize, is_held: bool) {
        if field.is_cut_from_end || is_held && self.is_beside_others(field) {
            let element = self.asked.values.get(start..).map(KeyBuf::of).filter(|_| is_held);
            self.check(field, element.into_iter().collect());
        }
        self.asked.value(field, start, is_held);
    }

    /// Binds the next field to one of several values.
    #[must_use]
    pub fn any<'v, K: RowKey, F: FieldOf<'v>, V: Arg<'v, F>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        self.bind_list(const { &ScanField::of::<K>(F::INDEX) }, elements(values));
        self
    }

    fn bind_list(&mut self, field: &ScanField, elements: Vec<KeyBuf>) {
        if field.is_cut_from_end || self.is_beside_others(field) {
            self.check(field, elements.clone());
        }
        self.asked.list(elements);
    }

    /// Checks the field that is bound, because the bytes that follow could belong to a longer value.
    fn check(&mut self, field: &ScanField, elements: Vec<KeyBuf>) {
        self.options().filters.push(Filter::new(field, Predicate::OneOf(elements), field.is_cut_from_end));
    }

    /// `true` if the prefixes so far end in several values of a field that is cut from the end. The keys of one may then
    /// lie in the ranges of another, and what is asked of the next field must be checked.
    #[inline]
    fn is_beside_others(&self, next: &ScanField) -> bool {
        !self.asked.lists.is_empty()
            && self.asked.combinations() > 1
            && (0..next.index).any(|before| next.layout.is_cut_from_end(before))
    }

    /// Binds the next field to a range of values.
    #[inline(always)]
    #[must_use]
    pub fn within<'v, K: RowKey, F: FieldOf<'v>, R: RangeArg<'v, F>>(mut self, range: R) -> Self {
        let field = const { &ScanField::of::<K>(F::INDEX) };
        self.bind_range(field, range.key_bounds(field));
        self
    }

    #[inline(always)]
    fn bind_range(&mut self, field: &ScanField, bounds: Result<KeyBounds, ValueError>) {
        match bounds {
            Ok(bounds) => {
                if self.is_beside_others(field) {
                    self.filter(field, Predicate::Between(bounds.clone()));
                }
                self.asked.suffix = Suffix::Between(field.index, bounds);
            }
            Err(reason) => self.fail_at(field, reason),
        }
    }

    /// Binds the next field to the texts that begin with `start`.
    #[inline]
    #[must_use]
    pub fn starts_with<'v, K: RowKey, F: FieldOf<'v>, S: StartArg<'v, F>>(mut self, start: S) -> Self {
        self.bind_start(const { &ScanField::of::<K>(F::INDEX) }, start.start());
        self
    }

    fn bind_start(&mut self, field: &ScanField, start: TextStart) {
        let is_beside_others = self.is_beside_others(field);
        let is_ended = |element: &KeyBuf| matches!(field.cut, Cut::Until(separator) if element.contains(&separator));
        self.asked.is_impossible |= start.element.as_ref().is_none_or(is_ended);
        if start.is_wider || field.is_cut_from_end || is_beside_others {
            self.options().filters.push(Filter::new(field, Predicate::StartsWith(start.clone()), true));
        }
        self.asked.suffix = Suffix::StartsWith(field.index, start);
    }

    /// Keeps the rows with one value of any field. If it is an input of the salt, that uses it.
    #[must_use]
    pub fn filter_equal<'v, K: RowKey, F: FieldOf<'v>, V: Arg<'v, F>>(mut self, value: V) -> Self {
        let mut element = KeyBuf::EMPTY;
        let is_held = value.put(&mut element);
        self.filter(const { &ScanField::of::<K>(F::INDEX) }, Predicate::Equal(is_held.then_some(element)));
        self
    }

    /// Keeps the rows with one of several values of any field.
    #[must_use]
    pub fn filter_any<'v, K: RowKey, F: FieldOf<'v>, V: Arg<'v, F>>(
        mut self,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        self.filter(const { &ScanField::of::<K>(F::INDEX) }, Predicate::OneOf(elements(values)));
        self
    }

    /// Keeps the rows with a value of any field in a range: where keys do not sort by it, by value.
    #[must_use]
    pub fn filter_within<'v, K: RowKey, F: FieldOf<'v>, R: RangeArg<'v, F>>(mut self, range: R) -> Self {
        let field = const { &ScanField::of::<K>(F::INDEX) };
        let predicate = match const { K::LAYOUT.parts.fields[F::INDEX].order() } {
            Order::Unordered => range.ranks().map(|ranks| Predicate::Ranked(ranks, self.key.rank_of)),
            _ => range.key_bounds(field).map(Predicate::Between),
        };
        match predicate {
            Ok(predicate) => self.filter(field, predicate),
            Err(reason) => self.fail_at(field, reason),
        }
        self
    }

    /// Keeps the rows with a text that begins with `start`, of any field.
    #[must_use]
    pub fn filter_starts_with<'v, K: RowKey, F: FieldOf<'v>, S: StartArg<'v, F>>(mut self, start: S) -> Self {
        self.filter(const { &ScanField::of::<K>(F::INDEX) }, Predicate::StartsWith(start.start()));
        self
    }

    fn filter(&mut self, field: &ScanField, predicate: Predicate) {
        self.asked.is_impossible |= match &predicate {
            Predicate::Equal(element) => element.is_none(),
            Predicate::OneOf(elements) => elements.is_empty(),
            Predicate::StartsWith(start) => start.element.is_none(),
            Predicate::Between(_) | Predicate::Ranked(..) => false,
        };
        self.options().filters.push(Filter::new(field, predicate, false));
    }

    /// Only this bucket: for parallel readers.
    #[must_use]
    pub fn bucket(mut self, bucket: u32) -> Self {
        let layout = self.key.layout;
        let buckets = layout.salt().map_or(0, |salt| salt.labels());
        if bucket >= buckets {
            self.fail(ScanError::Bucket { key: layout.name(), found: bucket, buckets });
        }
        self.options().bucket = Some(bucket);
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
    pub fn max_ranges(mut self, ranges: usize) -> Self {
        self.options().max_ranges = ranges;
        self
    }

    /// Goes on after the row of a cursor.
    #[must_use]
    pub fn resume(mut self, cursor: &str) -> Self {
        self.options().cursor = Some(cursor.into());
        self
    }

    /// The element of a field in one combination; `None` if it is not bound to values.
    pub(super) fn element(&self, field: usize, chosen: &[usize]) -> Option<&[u8]> {
        self.asked.combination(self.key.layout, chosen).nth(field)
    }

    /// `true` if every field is bound to values.
    pub(super) fn is_whole_key(&self) -> bool {
        self.asked.bound.len() == self.key.layout.parts.fields.len()
    }

    pub(super) fn filters(&self) -> &[Filter] {
        self.options.as_ref().map_or(&[], |options| &options.filters)
    }

    fn options(&mut self) -> &mut ScanOptions {
        self.options.get_or_insert_default()
    }

    /// The first error of a bound that cannot be placed.
    #[cold]
    fn fail_at(&mut self, field: &ScanField, reason: ValueError) {
        let (key, name) = (field.layout.name(), field.layout.fields()[field.index].name());
        self.fail(ScanError::Bound { key, field: name, reason });
    }

    fn fail(&mut self, error: ScanError) {
        self.options().error.get_or_insert(error);
    }
}

/// The elements of the values that keys can hold, ascending.
fn elements<'v, F: FieldOf<'v>, V: Arg<'v, F>>(values: impl IntoIterator<Item = V>) -> Vec<KeyBuf> {
    let values = values.into_iter();
    let mut elements = Vec::with_capacity(values.size_hint().0);
    for value in values {
        let mut element = KeyBuf::EMPTY;
        if value.put(&mut element) {
            elements.push(element);
        }
    }
    elements.sort_unstable();
    elements.dedup();
    elements
}
