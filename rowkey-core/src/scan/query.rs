//! The state of a scan builder: the conditions so far, without types.
//!
//! An example with the key `tenant | day | number` of the page of [`scan`](crate::scan), with `/` between them:
//!
//! ```text
//! Event::scan().tenant("acme").day(10..20).filter_number(7)
//!
//! bytes      "acme/" "0010" "0020"   the bound value with its separator, then both ends of the range
//! values     5                       the first 5 bytes are values, the others are of the tail condition
//! bound      [4]                     `tenant` has one value, whose element is 4 bytes wide
//! tail       Between(4 bytes, 4 bytes)
//! filters    number = "007"
//! ```
//!
//! Read `condition.rs` for conditions as bytes, `bind.rs` and `filters.rs` for the calls of the builder, then
//! `filter.rs` for the check of a row.

pub(crate) mod any_field;
mod arg;
mod bind;
pub(crate) mod condition;
pub(crate) mod conditions;
pub(super) mod filter;
mod filters;
pub(super) mod predicate;
mod scan_field;
pub(crate) mod shared_field;
mod untyped_key;

use self::filter::Filter;
use self::predicate::{BoundBuf, FieldPredicate, KeyBounds, Predicate, TextMatch};
use self::scan_field::ScanField;
pub(super) use self::untyped_key::UntypedKey;
use crate::bytes::{KeyBuf, Sink};
use crate::error::{ScanError, ValueError};
use crate::key::{RowKey, write_prefix};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The maximum number of ranges in a plan, unless the builder's `max_ranges(n)` sets another: 4,096.
///
/// A plan has a range for each combination of bound values, in each bucket that it reads. A plan with too many of them
/// gets one of two results:
///
/// - If the values are too many, `plan()` returns [`ScanError::TooManyRanges`].
/// - If all buckets have to be read, and these are too many, the plan has one range over all labels of the salt. All
///   conditions on fields are then checked per row. You can read such a plan
///   [range by range](crate::ScanPlan::by_range). A [merge](crate::ScanPlan::merge) returns an error.
pub const MAX_RANGES: usize = 4_096;

/// The state of every scan builder: conditions on fields, without types.
///
/// The bound fields come first, in key order. They have values, except the last one, which can have a range or a part
/// of a text. The filters follow.
///
/// # Design
///
/// A query is moved with every call of its builder, and copied into each plan, so it is small: 256 bytes. All bytes are
/// in one buffer, and the settings that few scans have are boxed.
#[derive(Clone, Debug)]
pub struct Query {
    pub(super) key: &'static UntypedKey,
    /// The prefix of every key, with zeros in place of the label. Then the elements of the fields with one value, each
    /// with its separator. Then the bytes of the tail condition.
    bytes: BoundBuf,
    /// The number of bytes before the bytes of the tail condition.
    values: u32,
    /// `true` if no key can meet the conditions.
    pub(super) is_impossible: bool,
    /// `true` if the rows are read from the last to the first.
    pub(super) reversed: bool,
    /// The bound fields, in key order.
    pub(super) bound: SmallVec<[Binding; 8]>,
    pub(super) tail: TailCondition,
    pub(super) limit: Option<usize>,
    pub(super) options: Option<Box<ScanOptions>>,
}

/// The values of a bound field: the width of the element of its one value, or one of three marks.
///
/// # Design
///
/// An enum would take twice the space, and eight of these are in each query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Binding(u32);

impl Binding {
    /// The field has the values of the next list.
    pub(super) const LIST: Self = Self(u32::MAX);
    /// The field is a computed element. The plan finds its values.
    pub(super) const COMPUTED: Self = Self(u32::MAX - 1);
    /// The field has one value that no key can hold.
    pub(super) const IMPOSSIBLE: Self = Self(u32::MAX - 2);

    /// Returns the width of the element if there is one value.
    fn width(self) -> Option<usize> {
        (self.0 < Self::IMPOSSIBLE.0).then_some(self.0 as usize)
    }

    /// Returns `true` if the bytes of the query hold the element and its separator.
    fn is_in_bytes(self) -> bool {
        self != Self::LIST && self != Self::COMPUTED
    }
}

/// The condition on the first field that has no value: the last condition that narrows the ranges.
#[derive(Clone, Copy, Debug)]
pub(super) enum TailCondition {
    None,
    /// The element is between two bounds.
    Between(KeyBounds),
    /// The text has a part.
    Text(TextMatch),
    /// Any of several tail conditions, which are in the options.
    AnyOf,
}

/// The settings that few scans have.
#[derive(Clone, Debug)]
pub(super) struct ScanOptions {
    /// The elements of each field with several values, ascending. The lists are in key order.
    pub(super) lists: SmallVec<[Vec<KeyBuf>; 1]>,
    /// The tails of [`TailCondition::AnyOf`], each with its bytes.
    tails: Vec<(KeyBuf, TailCondition)>,
    filters: SmallVec<[Filter; 1]>,
    absent: Option<FirstSkipped>,
    pub(super) bucket: Option<u32>,
    pub(super) max_ranges: usize,
    pub(super) on_plan: Option<Box<OnPlan>>,
    /// The first error, for [`Query::plan`].
    pub(super) error: Option<ScanError>,
}

/// The calls that the plan gets when it is made.
#[derive(Clone, Debug, Default)]
pub(super) struct OnPlan {
    pub(super) cursor: Option<String>,
    pub(super) at_most: Option<usize>,
    pub(super) refuses_full_scan: bool,
}

/// The first field whose condition is absent (`If(None)`).
#[derive(Clone, Debug)]
pub(super) struct FirstSkipped {
    pub(super) field: usize,
    /// The later fields that the builder tried to bind. Their conditions are filters.
    pub(super) filtered: SmallVec<[usize; 4]>,
}

impl ScanOptions {
    /// Returns `true` if a field before `next` has no condition. Then it notes that `next` has a filter.
    #[cold]
    fn note_filtered(&mut self, next: usize) -> bool {
        // `explain` lists these fields, because their conditions became filters.
        if let Some(absent) = &mut self.absent {
            absent.filtered.push(next);
        }
        self.absent.is_some()
    }
}

impl Default for ScanOptions {
    fn default() -> Self {
        Self {
            lists: SmallVec::new(),
            tails: Vec::new(),
            filters: SmallVec::new(),
            absent: None,
            bucket: None,
            max_ranges: MAX_RANGES,
            on_plan: None,
            error: None,
        }
    }
}

/// The first state, and the settings that are not conditions.
impl Query {
    /// Creates a query of the keys `K` without conditions: it matches every row.
    #[inline(always)]
    #[must_use]
    pub fn new<K: RowKey>() -> Self {
        // The prefix comes first, so that binding a value only appends.
        let mut bytes = BoundBuf::EMPTY;
        write_prefix::<K, _>(&mut bytes);
        Self {
            key: UntypedKey::of::<K>(),
            values: bytes.len() as u32,
            bytes,
            is_impossible: false,
            reversed: false,
            bound: SmallVec::new(),
            tail: TailCondition::None,
            limit: None,
            options: None,
        }
    }

    /// Restricts the scan to one bucket of the salt, for parallel readers.
    #[must_use]
    pub fn bucket(mut self, bucket: u32) -> Self {
        let layout = self.key.layout;
        let labels = layout.salt().map_or(0, |salt| salt.labels());
        if u128::from(bucket) >= labels {
            let buckets = u32::try_from(labels).unwrap_or(u32::MAX);
            self.fail(ScanError::Bucket { key: layout.name(), found: bucket, buckets });
        }
        self.options().bucket = Some(bucket);
        self
    }

    /// Limits the scan to `limit` rows.
    #[must_use]
    pub const fn limit(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Allows at most this many ranges: by default 4,096. If the buckets to read are more, the plan has
    /// [one range](MAX_RANGES) over all labels.
    #[must_use]
    pub fn max_ranges(mut self, ranges: usize) -> Self {
        self.options().max_ranges = ranges;
        self
    }

    /// Starts after the row of a cursor, or at the first row if there is no cursor.
    #[must_use]
    pub fn resume(mut self, cursor: Option<&str>) -> Self {
        // Without a cursor, do not allocate options only to store `None`.
        if cursor.is_some() || self.options.is_some() {
            self.on_plan().cursor = cursor.map(Into::into);
        }
        self
    }

    /// Reverses the order of the rows.
    #[must_use]
    pub const fn reversed(mut self) -> Self {
        self.reversed = !self.reversed;
        self
    }

    /// Rejects the plan if more than this many ranges are left to read.
    #[must_use]
    pub fn at_most(mut self, ranges: usize) -> Self {
        // Each call is a check, so the lowest number decides.
        let at_most = &mut self.on_plan().at_most;
        *at_most = Some(at_most.map_or(ranges, |most| most.min(ranges)));
        self
    }

    /// Rejects the plan if it reads every row, only to drop those that do not meet its conditions.
    #[must_use]
    pub fn refuse_full_scan(mut self) -> Self {
        self.on_plan().refuses_full_scan = true;
        self
    }

    fn on_plan(&mut self) -> &mut OnPlan {
        self.options().on_plan.get_or_insert_default()
    }

    fn options(&mut self) -> &mut ScanOptions {
        self.options.get_or_insert_default()
    }

    /// Keeps the error of a bound without a position among the elements, if it is the first error.
    #[cold]
    fn fail_bound(&mut self, field: &ScanField, reason: ValueError) {
        let (key, name) = (field.layout.name(), field.layout.fields()[field.index].name());
        self.fail(ScanError::Bound { key, field: name, reason });
    }

    fn fail(&mut self, error: ScanError) {
        self.options().error.get_or_insert(error);
    }
}

/// Read access to the parts of a query.
impl Query {
    /// Returns the prefix of every key, and the elements of the fields with one value.
    pub(super) fn values(&self) -> &[u8] {
        self.bytes.get(..self.values as usize).unwrap_or_default()
    }

    /// Returns the bytes of the tail condition.
    pub(super) fn tail_bytes(&self) -> &[u8] {
        self.bytes.get(self.values as usize..).unwrap_or_default()
    }

    pub(super) fn lists(&self) -> &[Vec<KeyBuf>] {
        self.options.as_ref().map_or(&[], |options| &options.lists)
    }

    /// Returns the number of tail conditions. The plan makes one query for each.
    pub(super) fn count_tails(&self) -> usize {
        if matches!(self.tail, TailCondition::AnyOf) { self.tails().len().max(1) } else { 1 }
    }

    pub(super) fn tails(&self) -> &[(KeyBuf, TailCondition)] {
        self.options.as_ref().map_or(&[], |options| &options.tails)
    }

    #[inline]
    pub(super) fn filters(&self) -> &[Filter] {
        self.options.as_ref().map_or(&[], |options| &options.filters)
    }

    pub(super) fn absent(&self) -> Option<&FirstSkipped> {
        self.options.as_ref()?.absent.as_ref()
    }

    /// Returns `true` if every field has values.
    pub(super) fn is_whole_key(&self) -> bool {
        self.bound.len() == self.key.layout.parts.fields.len()
    }

    /// Returns the number of combinations of bound values.
    pub(super) fn combinations(&self) -> usize {
        self.lists().iter().fold(usize::from(!self.is_impossible), |all, list| all.saturating_mul(list.len()))
    }

    /// Returns each bound field in key order, with its element if it has one value.
    pub(super) fn elements(&self) -> impl Iterator<Item = (Binding, &[u8])> {
        let layout = self.key.layout;
        let mut at = layout.fields_at();
        self.bound.iter().zip(layout.parts.fields).map(move |(bound, field)| {
            let start = at;
            at += bound.width().unwrap_or_default();
            let element = self.bytes.get(start..at).unwrap_or_default();
            // Lists and computed elements have no bytes in the buffer, and no separator.
            if bound.is_in_bytes() {
                at += field.separator.len();
            }
            (*bound, element)
        })
    }

    /// Returns the elements of the bound fields in one combination, in key order. `chosen` has one index per list.
    pub(super) fn combination(&self, chosen: &[usize]) -> impl Iterator<Item = &[u8]> {
        // Lists are in key order, so each field with a list takes the next one.
        let mut lists = self.lists().iter().zip(chosen).map(|(list, at)| list.get(*at).map_or(&[][..], |it| it));
        self.elements().map(move |(bound, element)| match bound {
            Binding::LIST => lists.next().unwrap_or_default(),
            _ => element,
        })
    }

    /// Returns the conditions that bind, one per field.
    pub(super) fn predicates(&self) -> Vec<FieldPredicate> {
        let mut lists = self.lists().iter();
        let mut all: Vec<FieldPredicate> = Vec::with_capacity(self.bound.len() + 1);
        for (field, (bound, element)) in self.elements().enumerate() {
            let predicate = match bound {
                Binding::LIST => Predicate::OneOf(lists.next().cloned().unwrap_or_default()),
                Binding::COMPUTED => continue,
                Binding::IMPOSSIBLE => Predicate::Equal(None),
                _ => Predicate::Equal(Some(KeyBuf::of(element))),
            };
            all.push(FieldPredicate { field, predicate });
        }
        let one = |bytes: &[u8], tail| match tail {
            TailCondition::Between(bounds) => Some(Predicate::Between(BoundBuf::of(bytes), bounds)),
            TailCondition::Text(text) => Some(Predicate::Text(BoundBuf::of(bytes), text)),
            TailCondition::None | TailCondition::AnyOf => None,
        };
        let predicate = match self.tail {
            TailCondition::AnyOf => {
                Some(Predicate::AnyOf(self.tails().iter().filter_map(|(bytes, it)| one(bytes, *it)).collect()))
            }
            tail => one(self.tail_bytes(), tail),
        };
        let field = self.bound.len();
        all.extend(predicate.map(|predicate| FieldPredicate { field, predicate }));
        all
    }
}

/// Changed copies, for the queries that a plan derives from this one.
impl Query {
    /// Returns the query with this value of the computed element `index`, whose value was open.
    ///
    /// Inserts the element in the buffer. With `shard (computed from id) | id`, the separator `/` and `id = "a"`, the
    /// element `03` turns `a/` into `03/a/`.
    pub(super) fn with_computed(&self, index: usize, element: &[u8]) -> Self {
        let at = self.offset_of(index);
        let separator = self.key.layout.parts.fields.get(index).map_or(&[][..], |field| field.separator);
        let (before, after) = self.bytes.split_at_checked(at).unwrap_or_default();
        let mut query = self.clone();
        query.bytes = BoundBuf::EMPTY;
        [before, element, separator, after].iter().for_each(|part| query.bytes.put(part));
        // The bytes of the tail stay at the end.
        query.values += (element.len() + separator.len()) as u32;
        if let Some(bound) = query.bound.get_mut(index) {
            *bound = Binding(element.len() as u32);
        }
        query
    }

    /// Returns the query with another range of the field after the bound ones.
    pub(super) fn with_range(self, bytes: &[u8], bounds: KeyBounds) -> Self {
        self.with_tail(bytes, TailCondition::Between(bounds))
    }

    fn with_tail(mut self, bytes: &[u8], tail: TailCondition) -> Self {
        self.bytes.truncate(self.values as usize);
        self.bytes.put(bytes);
        self.tail = tail;
        self
    }

    /// Splits the query into one per tail condition.
    pub(super) fn per_tail(&self) -> Vec<Self> {
        if !matches!(self.tail, TailCondition::AnyOf) {
            return vec![self.clone()];
        }
        // Drop the parts that are as long as the list. With 4,096 ranges, each query would have a copy of all of them.
        let mut one = self.clone();
        let options = one.options();
        let tails = core::mem::take(&mut options.tails);
        options.filters.retain(|filter| !matches!(filter.predicate, Predicate::AnyOf(_)));
        tails.iter().map(|(bytes, tail)| one.clone().with_tail(bytes, *tail)).collect()
    }

    /// Returns the query with other values in list number `list`.
    pub(super) fn with_list(mut self, list: usize, values: Vec<KeyBuf>) -> Self {
        if let Some(list) = self.options().lists.get_mut(list) {
            *list = values;
        }
        self
    }

    /// Turns the conditions on field `index` and on later fields into filters.
    pub(super) fn filter_from(&mut self, index: usize) {
        for FieldPredicate { field, predicate } in self.predicates() {
            if field >= index {
                self.add_filter(&ScanField::new(self.key.layout, field), predicate);
            }
        }
        let at = self.offset_of(index);
        self.bytes.truncate(at);
        self.values = at as u32;
        self.bound.truncate(index);
        let lists = self.bound.iter().filter(|bound| **bound == Binding::LIST).count();
        let options = self.options();
        options.lists.truncate(lists);
        options.tails.clear();
        self.tail = TailCondition::None;
    }

    /// Drops the filters and the bucket. The bound fields stay.
    pub(super) fn drop_filters(&mut self) {
        let options = self.options();
        (options.bucket, options.absent) = (None, None);
        options.filters.clear();
    }

    /// Returns the offset in the bytes at which the element of field `index` begins.
    fn offset_of(&self, index: usize) -> usize {
        let layout = self.key.layout;
        let before = self.bound.iter().zip(layout.parts.fields).take(index).filter(|(bound, _)| bound.is_in_bytes());
        before.fold(layout.fields_at(), |at, (bound, field)| {
            at + bound.width().unwrap_or_default() + field.separator.len()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_as_small_as_it_says() {
        assert!(size_of::<Query>() <= 256);
    }
}
