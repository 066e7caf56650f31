//! The law of scans, for ranges as Rust compares their values.
//!
//! The other queries compare values by what their codec states. These take the `PartialOrd` of the field's type, so they
//! find a codec or a conversion whose statement is wrong. Their bounds include values that no key stores, such as
//! 01:20 for a codec that stores hours.

use super::{Outcome, same};
use crate::__private0::{AnyValue, FieldOf, Query, Visit};
use crate::codec::{Codec, Piece};
use crate::language::Order;
use crate::{Layout, RowKey, ScanError};
use core::cmp::Ordering::{self, Equal, Greater, Less};
use core::fmt;
use core::marker::PhantomData;
use core::ops::Bound::{self, Excluded, Included, Unbounded};
use proptest::test_runner::TestCaseError;
use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Makes two bounds for a field and compares each with all rows.
pub(super) struct Compare<'v> {
    /// The element of the field in each row.
    elements: &'v [&'v [u8]],
    /// The row whose value each bound is made from, and how far the bound is from it: 0 takes the value itself.
    bounds: [(usize, usize); 2],
}

/// A value to compare with, and how Rust compares the value of each row with it.
struct ComparedBound {
    value: AnyValue,
    rows: Vec<Option<Ordering>>,
    /// `true` if a key stores another value for this one, which any range from or to it includes.
    is_cut: bool,
    shown: String,
}

/// Two bounds, the lower one first.
pub(super) struct Compared([ComparedBound; 2]);

/// Compares the values of field number `field` of the key `K`. `None` if the field's type has no order, if the field
/// states another one, and for values that do not compare, such as NaN.
pub(super) fn compare<K: RowKey>(field: usize, compare: Compare<'_>) -> Option<Compared> {
    K::visit_field(field, compare)?
}

impl<'v> Visit<'v> for Compare<'v> {
    type Out = Option<Compared>;

    fn field<F: FieldOf<'v>>(self) -> Option<Compared>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let order = F::VALUES.order?;
        let read = |element: &'v [u8]| F::Codec::read(Piece::Key(element)).ok();
        let rows = self.elements.iter().map(|element| read(element)).collect::<Option<Vec<F::Value>>>()?;
        let value_of = |(row, distance): (usize, usize)| {
            let value = rows.get(row)?;
            let near = F::VALUES.near.into_iter().flatten().next().filter(|_| distance > 0);
            near.and_then(|near| near(value, distance - 1)).or_else(|| read(self.elements[row]))
        };
        let (first, second) = (value_of(self.bounds[0])?, value_of(self.bounds[1])?);
        let bound = |value: &F::Value| {
            let compared = AnyValue::of::<F>(value);
            let stored = compared.element().map(<[u8]>::to_vec);
            // The stored value has a lifetime of its own, so compare the elements of the rows.
            let is_row = |row: &F::Value| order(row, value) == Some(Equal);
            // NaN is stored as it is, although it is not equal to itself.
            let is_cut = |row: &F::Value| !is_row(row) && order(row, row) == Some(Equal);
            let at = stored.as_ref().and_then(|stored| self.elements.iter().position(|it| *it == &stored[..]));
            ComparedBound {
                rows: rows.iter().map(|row| order(row, value)).collect(),
                is_cut: at.is_some_and(|at| is_cut(&rows[at])),
                shown: match (at, &stored) {
                    (Some(at), _) => format!("{}", Shown::<F::Codec, F::Value>(self.elements[at], PhantomData)),
                    (None, Some(element)) => format!("{element:02X?}"),
                    (None, None) => "a value that cannot be written".into(),
                },
                value: compared,
            }
        };
        let bounds = [bound(&first), bound(&second)];
        match order(&first, &second)? {
            Less | Equal => Some(Compared(bounds)),
            Greater => {
                let [first, second] = bounds;
                Some(Compared([second, first]))
            }
        }
    }
}

/// Shows an element as its codec does.
struct Shown<'b, C, T>(&'b [u8], PhantomData<(C, T)>);

impl<'b, C: Codec<'b, T>, T> fmt::Display for Shown<'b, C, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        C::show(self.0, f)
    }
}

/// The values of a row, with the indices of their fields.
type RowValues<'a> = &'a [(usize, AnyValue)];

/// A range between two bounds.
struct AskedRange<'a>(Bound<&'a ComparedBound>, Bound<&'a ComparedBound>);

impl AskedRange<'_> {
    /// Returns `true` if the range finds this row: if it contains the value, or if the value is what a key stores for a
    /// bound.
    fn finds(&self, row: usize, element: &[u8]) -> bool {
        let is_stored = |bound: &ComparedBound| bound.is_cut && bound.value.element() == Some(element);
        let (start, stop) = (&self.0, &self.1);
        let is_after_start = match start {
            Included(bound) => bound.rows[row].is_some_and(Ordering::is_ge) || is_stored(bound),
            Excluded(bound) => bound.rows[row] == Some(Greater) || is_stored(bound),
            Unbounded => true,
        };
        let is_before_stop = match stop {
            Included(bound) => bound.rows[row].is_some_and(Ordering::is_le) || is_stored(bound),
            Excluded(bound) => bound.rows[row] == Some(Less) || is_stored(bound),
            Unbounded => true,
        };
        is_after_start && is_before_stop
    }

    fn as_bounds(&self) -> (Bound<&AnyValue>, Bound<&AnyValue>) {
        (self.0.map(|bound| &bound.value), self.1.map(|bound| &bound.value))
    }
}

impl fmt::Display for AskedRange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |bound: &ComparedBound| match bound.is_cut {
            true => format!("a value written as {}", bound.shown),
            false => bound.shown.clone(),
        };
        let start = match &self.0 {
            Included(bound) => Some(format!("at or above {}", shown(bound))),
            Excluded(bound) => Some(format!("above {}", shown(bound))),
            Unbounded => None,
        };
        let stop = match &self.1 {
            Included(bound) => Some(format!("at or below {}", shown(bound))),
            Excluded(bound) => Some(format!("below {}", shown(bound))),
            Unbounded => None,
        };
        f.write_str(&[start, stop].into_iter().flatten().collect::<Vec<String>>().join(" and "))
    }
}

/// Asks each field for a range between values of the rows, or values near them, as a filter and where the field can be
/// bound.
pub(super) fn hold(
    layout: &Layout,
    query: fn() -> Query,
    compare: fn(usize, Compare<'_>) -> Option<Compared>,
    rows: &[(RowValues<'_>, &[u8])],
    stored: &BTreeMap<&[u8], ()>,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Outcome {
    let Some((first, _)) = rows.first() else { return Ok(()) };
    let mut bound = || (choose(rows.len()), if choose(2) == 0 { 0 } else { 1 + choose(1 << 12) });
    let bounds = [bound(), bound()];
    // One range per case: a plan of a salted key has a range per bucket, and each row is looked for in all of them.
    let form = choose(6);
    for at in 0..first.len() {
        let index = first[at].0;
        let elements: Option<Vec<&[u8]>> = rows.iter().map(|(values, _)| values[at].1.element()).collect();
        let Some(elements) = elements else { continue };
        let Some(Compared([low, high])) = compare(index, Compare { elements: &elements, bounds }) else { continue };
        let field = layout.fields().get(index);
        let is_bound = at == 0 && field.is_some_and(|field| field.order() != Order::Unordered);
        let ranges = [
            AskedRange(Included(&low), Unbounded),
            AskedRange(Excluded(&low), Unbounded),
            AskedRange(Unbounded, Included(&low)),
            AskedRange(Unbounded, Excluded(&low)),
            AskedRange(Included(&low), Excluded(&high)),
            AskedRange(Excluded(&low), Included(&high)),
        ];
        let Some(range) = ranges.into_iter().nth(form) else { continue };
        let mut expected: Vec<&[u8]> = Vec::new();
        for (row, (_, key)) in rows.iter().enumerate() {
            expected.extend(range.finds(row, elements[row]).then_some(*key));
        }
        expected.sort_unstable();
        expected.dedup();
        let filtered = query().filter_any(index, range.as_bounds());
        let bound = is_bound.then(|| query().bind_any(index, range.as_bounds()));
        for query in [Some(filtered), bound].into_iter().flatten() {
            let found = match found_by(query, stored) {
                Ok(found) => found,
                // Nothing states the order of the values, or the codec has no place for this one.
                Err(ScanError::Bound { .. } | ScanError::TooManyRanges { .. }) => continue,
                Err(error) => {
                    return Err(TestCaseError::fail(format!("scans: no plan for a value {range}: {error}")));
                }
            };
            let (of, name) = (layout.name(), field.map_or("", |field| field.name()));
            let law = format_args!("scans: the rows of `{of}` for `{name}` {range}, as its `PartialOrd` compares");
            same(&found, &expected, law)?;
        }
    }
    Ok(())
}

/// Returns the keys that a query finds.
///
/// # Errors
/// Returns the error of its plan.
pub(super) fn found_by<'s>(query: Query, stored: &BTreeMap<&'s [u8], ()>) -> Result<Vec<&'s [u8]>, ScanError> {
    let plan = query.plan()?;
    let is_read = |key: &&[u8]| plan.ranges().any(|range| range.contains(key)) && plan.matches(key);
    Ok(stored.keys().copied().filter(is_read).collect())
}
