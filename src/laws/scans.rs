//! The law of scans: a plan finds what a plain filter finds.

use super::{Outcome, same};
use crate::__private0::{AskedValue, Each, FieldOf, Query};
use crate::codec::Codec;
use crate::language::Order;
use crate::scan::Direction;
use crate::{OwnedKey, RowKey, ScanError, ScanPlan};
use core::convert::Infallible;
use core::fmt::Debug;
use core::ops::Bound;
use proptest::test_runner::TestCaseError;
use std::boxed::Box;
use std::collections::BTreeMap;
use std::format;
use std::vec::Vec;

/// The values of a row's fields, by the numbers of the fields.
struct Values(Vec<(usize, AskedValue)>);

impl<K: RowKey> Each<K> for Values {
    type Stop = Infallible;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), Infallible>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        self.0.push((F::INDEX, AskedValue::of::<F>(value)));
        Ok(())
    }
}

fn values<K: RowKey>(row: &K) -> Vec<(usize, AskedValue)> {
    let mut values = Values(Vec::new());
    let Ok(()) = row.each_field::<K, _, _>(&mut values);
    values.0
}

/// A condition on one field.
#[derive(Debug)]
enum Condition {
    OneOf(Vec<AskedValue>),
    /// From the first value to the second, in natural order; `true` if the second is included.
    Between(Box<[AskedValue; 2]>, bool),
}

/// The conditions of a question, with the numbers of their fields; those of the first `bound` bind the fields, the others filter.
#[derive(Debug)]
struct Question {
    conditions: Vec<(usize, Condition)>,
    bound: usize,
}

/// Asks a question whose values are those of random rows.
pub(super) fn hold<K: OwnedKey + Debug>(
    rows: &[K],
    keys: &[Vec<u8>],
    choose: &mut impl FnMut(usize) -> usize,
) -> Outcome {
    // An enum is asked as the keys of its kinds, which are structs.
    if !K::LAYOUT.kinds().is_empty() {
        return Ok(());
    }
    let values: Vec<_> = rows.iter().map(values).collect();
    let question = Question::choose(&values, K::LAYOUT, choose);
    let plan = match question.query::<K>().plan() {
        Ok(plan) => plan,
        // Too many values for one scan.
        Err(ScanError::TooManyRanges { .. }) => return Ok(()),
        Err(error) => return Err(TestCaseError::fail(format!("scans: no plan for {question:?}: {error}"))),
    };
    let stored: BTreeMap<&[u8], ()> = keys.iter().map(|key| (&key[..], ())).collect();
    let matching = values.iter().zip(keys).filter(|(values, _)| question.matches(values, K::LAYOUT));
    let mut expected: Vec<&[u8]> = matching.map(|(_, key)| &key[..]).collect();
    // In one order with all buckets.
    expected.sort_by_key(|key| (key.get(K::LAYOUT.fields_at()..), *key));
    expected.dedup();

    let found = merged(&plan, &stored)?;
    same(&found, &expected, format_args!("scans: the rows of {question:?}"))?;
    for key in stored.keys() {
        let is_read = plan.ranges().any(|range| range.contains(key)) && plan.matches(key);
        same(&is_read, &expected.contains(key), format_args!("scans: {question:?} reads {key:02X?}"))?;
    }
    let mut backward = merged(&plan.clone().reversed(), &stored)?;
    backward.reverse();
    same(&backward, &expected, format_args!("scans: the rows of {question:?}, last row first"))?;
    pages::<K>(&question, &stored, &expected, 1 + choose(3))
}

/// Reads page by page: each goes on at the cursor of the last row.
fn pages<K: OwnedKey>(question: &Question, stored: &BTreeMap<&[u8], ()>, expected: &[&[u8]], rows: usize) -> Outcome {
    let fail = |error: ScanError| TestCaseError::fail(format!("scans: no page of {question:?}: {error}"));
    let mut plan = question.query::<K>().limit(rows).plan().map_err(fail)?;
    let mut pages = expected.chunks(rows);
    loop {
        let page = merged(&plan, stored)?;
        let expected = pages.next().unwrap_or_default();
        same(&&page[..], &expected, format_args!("scans: a page of {rows} rows of {question:?}"))?;
        let Some(last) = page.last() else { return Ok(()) };
        plan = question.query::<K>().limit(rows).resume(&plan.cursor(last)).plan().map_err(fail)?;
    }
}

fn merged<'s>(plan: &ScanPlan, stored: &BTreeMap<&'s [u8], ()>) -> Result<Vec<&'s [u8]>, TestCaseError> {
    let rows = plan.merge(|range, direction| {
        let mut rows: Vec<(&[u8], ())> = stored.range::<[u8], _>(range).map(|(key, ())| (*key, ())).collect();
        if direction == Direction::Reverse {
            rows.reverse();
        }
        rows
    });
    let fail = |error| TestCaseError::fail(format!("scans: {error}"));
    rows.map(|row| row.map(|(key, ())| key).map_err(fail)).collect()
}

impl Question {
    /// Binds some of the first fields, one of them to a range at most, and filters some of the others.
    fn choose(
        rows: &[Vec<(usize, AskedValue)>],
        layout: &crate::Layout,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Self {
        let (mut conditions, mut bound, mut is_open) = (Vec::new(), 0, false);
        for (at, (index, _)) in rows[0].iter().enumerate() {
            let mut value = || rows[choose(rows.len())][at].1.clone();
            let (first, second, third) = (value(), value(), value());
            let is_ordered = layout.fields().get(*index).is_some_and(|field| field.order() != Order::Unordered);
            let condition = match choose(5) {
                0 => None,
                1 => Some(Condition::OneOf(Vec::from([first, second, third]))),
                2 if is_ordered => Some(Condition::Between(Box::new([first, second]), choose(2) == 0)),
                _ => Some(Condition::OneOf(Vec::from([first]))),
            };
            match &condition {
                Some(Condition::OneOf(_)) if !is_open => bound += 1,
                Some(Condition::Between(..)) if !is_open => (bound, is_open) = (bound + 1, true),
                _ => is_open = true,
            }
            conditions.extend(condition.map(|condition| (*index, condition)));
        }
        Self { conditions, bound }
    }

    fn query<K: RowKey>(&self) -> Query {
        let mut query = Query::new::<K>();
        for (at, (field, condition)) in self.conditions.iter().enumerate() {
            query = match condition {
                Condition::OneOf(values) if at >= self.bound => query.asked_filter_any(*field, values),
                Condition::OneOf(values) if values.len() == 1 => query.asked_equal(*field, &values[0]),
                Condition::OneOf(values) => query.asked_any(*field, values),
                Condition::Between(ends, is_included) => {
                    let [start, stop] = &**ends;
                    let stop = if *is_included { Bound::Included(stop) } else { Bound::Excluded(stop) };
                    let range = (Bound::Included(start), stop);
                    if at < self.bound {
                        query.asked_within(*field, range)
                    } else {
                        query.asked_filter_within(*field, range)
                    }
                }
            };
        }
        query
    }

    /// `true` if a row with these values is one. Elements sort as the layout promises, which the law of order checks.
    fn matches(&self, values: &[(usize, AskedValue)], layout: &crate::Layout) -> bool {
        self.conditions.iter().all(|(index, condition)| {
            let is_descending = layout.fields().get(*index).is_some_and(|field| field.order() == Order::Descending);
            let value = values.iter().find(|(field, _)| field == index).map(|(_, value)| rank(value, is_descending));
            match condition {
                Condition::OneOf(any) => any.iter().any(|one| Some(rank(one, is_descending)) == value),
                Condition::Between(ends, is_included) => {
                    let [start, stop] = ends.each_ref().map(|end| Some(rank(end, is_descending)));
                    value >= start && (value < stop || *is_included && value == stop)
                }
            }
        })
    }
}

/// The bytes that sort as the value does. A descending element is complemented: its own bytes would sort a text before its beginnings.
fn rank(value: &AskedValue, is_descending: bool) -> Option<Vec<u8>> {
    let turn = if is_descending { 0xFF } else { 0 };
    value.element().map(|element| element.iter().map(|byte| byte ^ turn).collect())
}
