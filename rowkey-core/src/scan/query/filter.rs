//! Filters: the checks of single fields that are left when a row lies in a range.

use super::predicate::{KeyBound, Predicate, with_one_zero};
use super::scan_field::ScanField;
use crate::bytes::{KeyRange, prefix_successor};
use crate::layout::Layout;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The check that is left of one field.
#[derive(Clone, Debug)]
pub(in crate::scan) struct Filter {
    pub(in crate::scan) field: usize,
    pub(in crate::scan) predicate: Predicate,
    /// `true` if it only checks what the ranges cannot tell of a bound field.
    pub(in crate::scan) is_residue: bool,
    /// The place of the field, if it is the same in every key.
    place: Option<Range<usize>>,
    /// The numbers that pass it, if the element is compared as one.
    numbers: Option<Numbers>,
    /// The places of what passes it: ranges, ascending and disjoint, of what can stand in a key from the field on.
    pub(in crate::scan) possible: Vec<KeyRange>,
}

impl Filter {
    pub(super) fn new(field: &ScanField, predicate: Predicate, is_residue: bool) -> Self {
        let (possible, place) = (possible(field, &predicate), field.place.map(|(start, end)| start..end));
        let numbers = place.clone().and_then(|place| Numbers::of(field, &predicate, place));
        Self { field: field.index, predicate, is_residue, place, numbers, possible }
    }

    /// `true` if a key passes.
    #[inline]
    pub(in crate::scan) fn holds(&self, layout: &Layout, key: &[u8]) -> bool {
        match &self.numbers {
            Some(numbers) => numbers.hold(key),
            None => self.holds_by_bytes(layout, key),
        }
    }

    fn holds_by_bytes(&self, layout: &Layout, key: &[u8]) -> bool {
        let found = match (&self.predicate, &self.place) {
            // It is before all fields.
            (Predicate::Label, _) => Some((0, &[][..])),
            (_, Some(place)) => key.get(place.clone()).map(|element| (place.start, element)),
            (_, None) => layout.element_of(key, self.field),
        };
        let Some((offset, element)) = found else { return false };
        self.element_holds(&self.predicate, layout, key, (offset, element))
    }

    fn element_holds(
        &self,
        predicate: &Predicate,
        layout: &Layout,
        key: &[u8],
        (offset, element): (usize, &[u8]),
    ) -> bool {
        match predicate {
            Predicate::AnyOf(all) => all.iter().any(|it| self.element_holds(it, layout, key, (offset, element))),
            Predicate::Equal(equal) => equal.as_deref() == Some(element),
            Predicate::OneOf(elements) => elements.binary_search_by(|other| (**other).cmp(element)).is_ok(),
            Predicate::Text(bytes, text) => {
                text.holds(bytes, &with_one_zero(layout.parts.fields[self.field].floats, element))
            }
            Predicate::Ranked(ranks, rank_of) => rank_of(self.field, element).is_some_and(|rank| ranks.hold(&rank)),
            Predicate::Between(bytes, bounds) => {
                let width = element.len() + layout.fields()[self.field].separator().len();
                let element = key.get(offset..offset + width).unwrap_or(element);
                !bounds.start(bytes).is_some_and(|start| start.is_after(element))
                    && bounds.stop(bytes).is_none_or(|stop| stop.is_after(element))
            }
            Predicate::RecordType(is_of) => is_of(key),
            Predicate::Label => layout.has_label(key),
        }
    }
}

/// The elements that pass a filter, if those of the field have a fixed place and up to 16 bytes: from one number up to another,
/// big-endian, so that numbers sort as the bytes do.
///
/// # Design
/// An element is loaded and compared as one number. To cut it out and to compare bytes of any width took 73 instructions more of
/// the 790 that redb and a merge took for a row (`benches/engines` under callgrind, a filter that keeps 37 of 300 rows).
#[derive(Clone, Debug)]
struct Numbers {
    /// The offset of the 16 bytes of a key that end with the element.
    at: usize,
    /// The bits of these that are the element's.
    mask: u128,
    least: u128,
    greatest: u128,
}

impl Numbers {
    /// `None` if only bytes can tell which elements pass.
    fn of(field: &ScanField, predicate: &Predicate, place: Range<usize>) -> Option<Self> {
        let (width, at) = (place.len(), place.end.checked_sub(16)?);
        if width > 16 {
            return None;
        }
        let mask = u128::MAX.checked_shr(8 * (16 - width as u32))?;
        // The least number whose bytes begin with these, and how many there are.
        let begin_with = |bytes: &[u8]| {
            let number = bytes.iter().fold(0, |number, &byte| number << 8 | u128::from(byte));
            let numbers = 1u128.checked_shl(8 * width.checked_sub(bytes.len())? as u32)?;
            Some((number * numbers, numbers))
        };
        // The least number behind a bound.
        let behind = |bound: KeyBound<'_>| {
            let (least, numbers) = begin_with(bound.bytes)?;
            if bound.after { least.checked_add(numbers) } else { Some(least) }
        };
        let (least, greatest) = match predicate {
            Predicate::Equal(Some(element)) if element.len() == width => {
                let (number, _) = begin_with(element)?;
                (number, number)
            }
            Predicate::Between(bytes, bounds) if field.separator().is_empty() => (
                bounds.start(bytes).map_or(Some(0), behind)?,
                bounds.stop(bytes).map_or(Some(mask), |stop| behind(stop)?.checked_sub(1))?,
            ),
            _ => return None,
        };
        Some(Self { at, mask, least, greatest })
    }

    /// `true` if the element of a key is one of them.
    #[inline]
    fn hold(&self, key: &[u8]) -> bool {
        let bytes = key.get(self.at..).and_then(<[u8]>::first_chunk);
        bytes.is_some_and(|bytes| {
            let number = u128::from_be_bytes(*bytes) & self.mask;
            self.least <= number && number <= self.greatest
        })
    }
}

/// The ranges, ascending and disjoint, of what can stand in a key from a filter's field on.
fn possible(field: &ScanField, predicate: &Predicate) -> Vec<KeyRange> {
    let of_element = |element: &[u8]| match field.ends_key() {
        true => KeyRange::exactly(element),
        false if field.ends_below_ff => KeyRange::new(element, Some([element, &[0xFF]].concat())),
        false => KeyRange::prefix(&[element, field.separator()].concat()),
    };
    let range = match predicate {
        Predicate::Equal(element) => element.as_ref().map(|element| of_element(element)),
        Predicate::OneOf(elements) => {
            let mut ranges: Vec<KeyRange> = elements.iter().map(|element| of_element(element)).collect();
            ranges.sort_unstable_by(|a, b| a.start().cmp(b.start()));
            // A text that is read from the back may begin as another.
            ranges.dedup_by(|next, last| last.contains(next.start()));
            return ranges;
        }
        Predicate::AnyOf(all) => {
            let mut ranges: Vec<KeyRange> = all.iter().flat_map(|it| possible(field, it)).collect();
            ranges.sort_unstable_by(|a, b| a.start().cmp(b.start()));
            ranges.dedup_by(|next, last| last.join(next));
            return ranges;
        }
        Predicate::Text(bytes, text) => text.element(bytes).map(KeyRange::prefix),
        Predicate::Between(bytes, bounds) => {
            let end = |bound: KeyBound<'_>| match bound.after {
                true => prefix_successor(bound.bytes),
                false => Some(bound.bytes.to_vec()),
            };
            // A start after FF FF is past everything.
            let start = bounds.start(bytes).map_or(Some(Vec::new()), end);
            start.map(|start| KeyRange::new(start, bounds.stop(bytes).and_then(end)))
        }
        Predicate::Ranked(..) | Predicate::RecordType(_) | Predicate::Label => Some(KeyRange::all()),
    };
    match range {
        Some(range) if !range.is_empty() => vec![range],
        _ => Vec::new(),
    }
}
