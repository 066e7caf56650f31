//! Finds the values of computed elements from the conditions on the fields that they are computed from.
//!
//! A computed element comes before its field in the key, so a range of keys needs its value. An example with the key
//! `hour | device: u8 | at: u32`, where `hour` is computed from `at.div(3_600)`, and `device` is bound to 7:
//!
//! ```text
//! condition on `at`        hours         queries
//! = 3_700                  1             one
//! one_of 3_700, 3_800,     1, 2          two: `at` is one of 3_700, 3_800 in hour 1, and 7_300 in hour 2
//!        7_300
//! 3_000..7_000             0, 1          two: 3_000..3_600 in hour 0, and 3_600..7_000 in hour 1
//! filter = 3_700           1             one, and the filter stays
//! no condition             1,193,047     too many: the prefix ends before the hour, and `device` becomes a filter
//! ```
//!
//! If the element is directly after the bound fields and rises with its field, a range of the field becomes one range
//! of the element.

use super::elements::Elements;
use super::enumerate::{FieldValues, requested_and_remaining};
use crate::bytes::{KeyBuf, Sink};
use crate::language::Order;
use crate::layout::computed::Computed;
use crate::layout::salt::InputValue;
use crate::scan::query::predicate::{BoundBuf, BoundParts, KeyBounds, Predicate};
use crate::scan::query::{Binding, Query, TailCondition};
use alloc::vec;
use alloc::vec::Vec;
use smallvec::smallvec;

impl Query {
    /// Splits the query into one per tail and per value of each computed element before a bound field.
    pub(super) fn per_tail_and_computed_value(&mut self, max_queries: usize) -> Vec<Self> {
        if !matches!(self.tail, TailCondition::AnyOf) {
            return self.per_computed_value(max_queries);
        }
        let mut queries = Vec::new();
        for mut query in self.per_tail() {
            queries.extend(query.per_computed_value(max_queries));
            if query.bound.len() < self.bound.len() {
                // The prefix of this tail ends earlier, and all tails need the same prefix. So the tails become
                // a filter.
                self.filter_from(query.bound.len());
                return self.per_computed_value(max_queries);
            }
        }
        queries
    }

    /// Splits the query into one per value of each computed element before a bound field.
    ///
    /// A computed element with any value, or with more than `max_queries` values, ends the prefix. The conditions on
    /// later fields then become filters. A range of the element itself is still used if it is known.
    fn per_computed_value(&mut self, max_queries: usize) -> Vec<Self> {
        let mut queries = vec![self.clone()];
        for index in 0..self.bound.len() {
            if self.bound.get(index) != Some(&Binding::COMPUTED) {
                continue;
            }
            let each = queries.iter().map(|query| query.per_value_of(index, max_queries));
            let found: Option<Vec<Vec<Self>>> = each.collect();
            match found.map(|found| found.concat()).filter(|found| found.len() <= max_queries) {
                Some(found) => queries = found,
                None => {
                    self.filter_from(index);
                    queries.iter_mut().for_each(|query| query.filter_from(index));
                    break;
                }
            }
        }
        queries.into_iter().flat_map(|query| query.with_next_computed(max_queries)).collect()
    }

    fn computed(&self, index: usize) -> Option<&'static Computed> {
        self.key.layout.parts.fields.get(index)?.computed
    }

    /// Splits the query into one per value of the computed element `index`. Returns `None` if it can have any value.
    fn per_value_of(&self, index: usize, max_queries: usize) -> Option<Vec<Self>> {
        let field = self.computed(index)?.field();
        match self.bound.get(field) {
            Some(&Binding::IMPOSSIBLE) => Some(Vec::new()),
            Some(&Binding::LIST) => Some(self.per_value_of_list(index, field)),
            Some(_) => {
                let element = self.elements().nth(field).map(|(_, element)| element)?;
                let value = (self.key.computed_of)(index, element);
                Some(value.map(|value| self.with_computed(index, &value)).into_iter().collect())
            }
            None => self.per_value_of_unbound(index, field, max_queries),
        }
    }

    /// Splits the query if the field has a list of values. Values with the same element stay together in one query.
    fn per_value_of_list(&self, index: usize, field: usize) -> Vec<Self> {
        let list = self.bound.iter().take(field).filter(|bound| **bound == Binding::LIST).count();
        // The number of the list is the number of fields with lists before this one.
        let given = self.lists().get(list).map_or(&[][..], |values| values);
        let groups =
            by_value(given.iter().filter_map(|element| Some(((self.key.computed_of)(index, element)?, element))));
        let query =
            |(value, elements): (KeyBuf, Vec<KeyBuf>)| self.with_computed(index, &value).with_list(list, elements);
        groups.into_iter().map(query).collect()
    }

    /// Splits the query if the field has no values. Uses filters for values, then the range of the field or the start
    /// of its text, then all values of the element if they are few.
    fn per_value_of_unbound(&self, index: usize, field: usize, max_queries: usize) -> Option<Vec<Self>> {
        let rule = self.computed(index)?;
        let computed_of = |element: &KeyBuf| (self.key.computed_of)(index, element);
        let filters = self.filters().iter().filter(|filter| filter.field == field);
        let listed = filters.filter_map(|filter| match &filter.predicate {
            Predicate::Equal(element) => Some(element.iter().filter_map(computed_of).collect()),
            Predicate::OneOf(elements) => Some(elements.iter().filter_map(computed_of).collect::<Vec<_>>()),
            _ => None,
        });
        // Of several filters, the shortest list gives the fewest queries.
        if let Some(mut values) = listed.min_by_key(Vec::len) {
            values.sort_unstable();
            values.dedup();
            return Some(values.iter().map(|value| self.with_computed(index, value)).collect());
        }
        let input_of = |_, element: &[u8]| (self.key.computed_of)(index, element).map(InputValue::Bytes);
        if let Some(values) = FieldValues::of(self, &rule.salt, smallvec![0], max_queries, input_of) {
            let query = |(run, inputs): (usize, &[InputValue])| {
                let Some(InputValue::Bytes(value)) = inputs.first() else { return None };
                let query = self.with_computed(index, value);
                Some(match values.clipped(self, (run, run)) {
                    Some((bytes, bounds)) => query.with_range(&bytes, bounds),
                    None => query,
                })
            };
            return Some(values.inputs().enumerate().filter_map(query).collect());
        }
        let elements =
            Elements::of(self.key.layout, index).filter(|elements| elements.count() <= max_queries as u128)?;
        Some((0..elements.count()).map(|value| self.with_computed(index, &elements.get(value))).collect())
    }

    /// Adds a condition on a computed element right after the bound fields, if one is known: a range, or its values.
    fn with_next_computed(self, max_queries: usize) -> Vec<Self> {
        let index = self.bound.len();
        let Some(rule) = self.computed(index).filter(|_| matches!(self.tail, TailCondition::None)) else {
            return vec![self];
        };
        if let Some((bytes, bounds)) = self.range_of_computed(index, rule) {
            return vec![self.with_range(&bytes, bounds)];
        }
        if !self.filters().iter().any(|filter| filter.field == rule.field()) {
            return vec![self];
        }
        let mut bound = self.clone();
        bound.bound.push(Binding::COMPUTED);
        bound.per_value_of(index, max_queries).filter(|found| found.len() <= max_queries).unwrap_or_else(|| vec![self])
    }

    /// Returns the range of a computed element that rises or falls with its field, if the field has a range.
    fn range_of_computed(&self, index: usize, rule: &Computed) -> Option<(BoundBuf, KeyBounds)> {
        if !rule.is_monotonic() {
            return None;
        }
        let field = rule.field();
        let elements = Elements::of(self.key.layout, field)?;
        let (_, left) = requested_and_remaining(self, field, &elements);
        // All elements, or no element: a range would not narrow the scan.
        if left == (0..elements.count()) || left.is_empty() {
            return None;
        }
        let value_of = |element| (self.key.computed_of)(index, &elements.get(element));
        let (first, last) = (value_of(left.start), value_of(left.end - 1));
        // The element falls in key order if exactly one of the two is descending.
        let falls = rule.descending != (self.key.layout.fields().get(field)?.order() == Order::Descending);
        let (least, greatest) = if falls { (last, first) } else { (first, last) };
        let mut bytes = BoundBuf::EMPTY;
        let mut put = |value: Option<KeyBuf>, bound: fn(u32) -> BoundParts| {
            value.map(|value| {
                bytes.put(&value);
                bound(value.len() as u32)
            })
        };
        let (start, stop) = (put(least, BoundParts::before), put(greatest, BoundParts::after));
        Some((bytes, KeyBounds { start, stop }))
    }
}

/// Groups the elements by the value that each gives, in the order of the values.
fn by_value<'e>(pairs: impl Iterator<Item = (KeyBuf, &'e KeyBuf)>) -> Vec<(KeyBuf, Vec<KeyBuf>)> {
    let mut pairs: Vec<(KeyBuf, &KeyBuf)> = pairs.collect();
    pairs.sort_unstable();
    let mut groups: Vec<(KeyBuf, Vec<KeyBuf>)> = Vec::new();
    for (value, element) in pairs {
        match groups.last_mut() {
            Some((last, elements)) if *last == value => elements.push(element.clone()),
            _ => groups.push((value, vec![element.clone()])),
        }
    }
    groups
}
