//! Conditions on the first fields of a nested key: the argument is a scan builder of that key.
//!
//! The inner scan is planned, and its ranges of keys are ranges of elements of the outer field. An example with the
//! nested key `Place`, `country: u8 | city: u16`, which is 3 bytes wide:
//!
//! ```text
//! place(Place::scan().country(7))                inner range 07 .. 08         between `07` and `08`
//! place(Place::scan().country(7).city(256))      inner range 07 01 00 .. 07 01 00 00
//!                                                the stop is wider than an element: after 07 01 00 and all it begins
//! place(Place::scan().country(one_of([7, 9])))   two ranges, so `UntypedCondition::AnyOf`
//! ```

use super::ranges::any_of;
use crate::bytes::{KeyRange, prefix_successor};
use crate::codec::{Edge, ElementRange};
use crate::error::{ScanError, ValueError};
use crate::key::{FieldOf, RowKey, StructKey};
use crate::scan::query::condition::{Condition, InNested, OfQuery, UntypedCondition};
use crate::scan::query::predicate::BoundBuf;
use crate::scan::query::scan_field::ScanField;
use crate::scan::query::{Query, TailCondition};
use alloc::vec::Vec;

// Only for a type that is its own codec: `desc` has another codec, which reverses the order. And only for a struct: the
// fields of an enum are those of its record types.
#[diagnostic::do_not_recommend]
impl<'v, F, Of, K, B> Condition<'v, F, InNested, Of> for B
where
    F: FieldOf<'v, Value = K, Codec = K>,
    K: RowKey<Form = StructKey>,
    B: OfQuery<Key = K>,
{
    fn untyped(self, _: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
        match ranges(self.into_query()) {
            Ok((width, ranges)) => {
                let elements = ranges.iter().map(|range| elements(K::LAYOUT.prefix(), width, range));
                any_of(elements.collect(), |_| None, out)
            }
            Err(reason) => UntypedCondition::Range { bounds: Err(reason), ranks: None },
        }
    }
}

/// Returns the ranges of the nested key's scan, and the width of its keys if all have the same.
fn ranges(query: Query) -> Result<(Option<usize>, Vec<KeyRange>), ValueError> {
    let (layout, width) = (query.key.layout, query.key.fixed_width);
    let conditions = query.bound.len() + usize::from(!matches!(query.tail, TailCondition::None));
    if width.is_none() && conditions == layout.fields().len() {
        // The element ends where the nested key ends, but in the outer key more bytes follow.
        return Err(ValueError::Other(
            "the scan of a nested key cannot bind the last field if its width varies: bind the whole nested key as a value",
        ));
    }
    match query.plan() {
        Ok(plan) if plan.is_exact() && plan.row_limit().is_none() && !plan.is_reversed() => {
            Ok((width, plan.ranges().collect()))
        }
        Ok(_) => Err(ValueError::Other(
            "the scan of a nested key must bind its first fields, without a filter, a limit, or another order",
        )),
        Err(ScanError::Bound { reason, .. }) => Err(reason),
        Err(_) => Err(ValueError::Other("the scan of the nested key cannot be planned")),
    }
}

/// Returns the elements in a range of keys. An end that is wider than an element is a position after that element, and
/// after all bytes that begin with it.
fn elements(prefix: &[u8], width: Option<usize>, range: &KeyRange) -> ElementRange {
    let edge = |bytes: &[u8]| {
        let element = width.and_then(|width| bytes.get(..width)).filter(|element| element.len() < bytes.len());
        Edge::of_prefix(element.unwrap_or(bytes).to_vec(), element.is_some())
    };
    let (start, stop) = (range.start(), range.stop());
    let is_last = |start: &[u8]| stop == prefix_successor(start).as_deref();
    ElementRange {
        // All elements begin with the prefix of the nested key.
        start: (start != prefix).then(|| edge(start)),
        stop: match stop {
            _ if is_last(prefix) => None,
            // The elements that begin with the bound values, which `explain` shows.
            _ if is_last(start) => Some(Edge::of_prefix(start.to_vec(), true)),
            stop => stop.map(edge),
        },
        is_wider: false,
    }
}
