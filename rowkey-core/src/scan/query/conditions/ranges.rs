//! Ranges of values: `a..b`, and the other ranges of the standard library.

use crate::bytes::{KeyBuf, Sink};
use crate::codec::{Edge, ElementRange, RangeEnd};
use crate::error::ValueError;
use crate::language::Order;
use crate::scan::query::arg::ArgElement;
use crate::scan::query::condition::{Condition, InRange, UntypedCondition};
use crate::scan::query::predicate::{BoundBuf, BoundParts, KeyBounds, Rank, Ranks};
use crate::scan::query::scan_field::ScanField;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

macro_rules! ranges {
    ($($range:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'v, F, Of, V: ArgElement<'v, F>> Condition<'v, F, InRange, Of> for $range {
            #[inline(always)]
            fn untyped(self, field: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
                let range = (self.start_bound(), self.end_bound());
                if V::IS_BY_FIELDS && field.holds_key {
                    return by_fields::<F, V>(range, field, out);
                }
                let bounds = KeyBounds::of_range::<F, V>(range, field, out);
                // Ranks cost an allocation, so compute them only if the elements do not decide.
                let is_ranked = field.order() == Order::Unordered || bounds.as_ref().is_ok_and(KeyBounds::are_wider);
                UntypedCondition::Range { bounds, ranks: if is_ranked { Some(ranks::<F, V>(range)) } else { None } }
            }
        }
    )*};
}

// `end_bound` also covers a `RangeInclusive` that an iterator has used up, whose ends look like a range with values.
ranges! { Range<V>; RangeFrom<V>; RangeTo<V>; RangeToInclusive<V>; RangeInclusive<V>; (Bound<V>, Bound<V>); }

#[diagnostic::do_not_recommend]
impl<F, Of> Condition<'_, F, InRange, Of> for RangeFull {
    fn untyped(self, field: &ScanField, _: &mut BoundBuf) -> UntypedCondition {
        let is_ranked = field.order() == Order::Unordered;
        UntypedCondition::Range { bounds: Ok(KeyBounds::OPEN), ranks: is_ranked.then(|| Ok(Ranks::ALL).into()) }
    }
}

/// Returns a range of values of a nested key, which can be several ranges of elements.
#[cold]
fn by_fields<'v, F, V: ArgElement<'v, F>>(
    range: (Bound<&V>, Bound<&V>),
    field: &ScanField,
    out: &mut BoundBuf,
) -> UntypedCondition {
    let side = |bound: Bound<&V>, is_start: bool| {
        let (value, is_included) = match bound {
            Bound::Included(value) => (value, true),
            Bound::Excluded(value) => (value, false),
            Bound::Unbounded => return Ok(vec![ElementRange::ALL]),
        };
        let mut ranges = Vec::new();
        value.ranges(RangeEnd { is_start, is_included }, &mut ranges)?;
        Ok(ranges)
    };
    let ranked = |is_ranked: bool| if is_ranked { Some(ranks::<F, V>(range)) } else { None };
    match (side(range.0, true), side(range.1, false)) {
        // Only a check by value remains.
        _ if field.order() == Order::Unordered => {
            UntypedCondition::Range { bounds: Ok(KeyBounds::OPEN), ranks: ranked(true) }
        }
        (Ok(above), Ok(below)) => between(above, below, field, ranked, out),
        (Err(reason), _) | (_, Err(reason)) => UntypedCondition::Range { bounds: Err(reason), ranks: None },
    }
}

/// Returns the elements in a range of values, from the ranges above its start and below its stop.
fn between(
    mut above: Vec<ElementRange>,
    mut below: Vec<ElementRange>,
    field: &ScanField,
    ranks: impl Fn(bool) -> Option<Box<Result<Ranks, ValueError>>>,
    out: &mut BoundBuf,
) -> UntypedCondition {
    let edges = above.iter_mut().chain(&mut below).flat_map(ElementRange::edges_mut);
    edges.for_each(|edge| edge.end(field.layout, field.index));
    let in_both = above.iter().flat_map(|range| below.iter().filter_map(|other| range.in_both(other)));
    let mut ranges: Vec<ElementRange> = in_both.collect();
    ranges.sort_unstable_by(|a, b| a.start.cmp(&b.start));
    ranges.dedup_by(|next, last| last.join(next));
    any_of(ranges, ranks, out)
}

/// Returns the condition that an element is in one of the ranges. `ranks` returns the check by value, if a range needs it.
pub(super) fn any_of(
    ranges: Vec<ElementRange>,
    ranks: impl Fn(bool) -> Option<Box<Result<Ranks, ValueError>>>,
    out: &mut BoundBuf,
) -> UntypedCondition {
    let range = |range: &ElementRange, out: &mut BoundBuf| {
        let mut bound = |edge: &Edge, is_start| {
            out.put(&edge.bytes);
            BoundParts::of_edge(edge, is_start)
        };
        let start = range.start.as_ref().map(|edge| bound(edge, true));
        let bounds = KeyBounds { start, stop: range.stop.as_ref().map(|edge| bound(edge, false)) };
        UntypedCondition::Range { bounds: Ok(bounds), ranks: ranks(range.is_wider) }
    };
    // One range binds like `a..b`. Several are alternatives, like `one_of`.
    if let [one] = &ranges[..] {
        return range(one, out);
    }
    let each = ranges.iter().map(|it| {
        let mut bytes = BoundBuf::EMPTY;
        let condition = range(it, &mut bytes);
        (KeyBuf::of(&bytes), condition)
    });
    UntypedCondition::AnyOf(each.collect())
}

#[cold]
fn ranks<'v, F, V: ArgElement<'v, F>>((start, stop): (Bound<&V>, Bound<&V>)) -> Box<Result<Ranks, ValueError>> {
    fn rank<'v, F, V: ArgElement<'v, F>>(bound: Bound<&V>) -> Result<Bound<Rank>, ValueError> {
        Ok(match bound {
            Bound::Included(value) => Bound::Included(value.rank()?),
            Bound::Excluded(value) => Bound::Excluded(value.rank()?),
            Bound::Unbounded => Bound::Unbounded,
        })
    }

    let ranks = || Ok(Ranks::new((rank::<F, V>(start)?, rank::<F, V>(stop)?)));
    Box::new(ranks())
}
