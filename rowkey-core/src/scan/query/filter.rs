//! Filters: the checks of single fields for each row in a range.
//!
//! A filter has up to three forms, from fast to general. An example with the key `id: [u8; 16] | metric: u8 | name` and
//! the filter `metric = 4`:
//!
//! ```text
//! numeric     key[1..17] as a number, masked to its last byte, is in 4 ..= 4
//! place       key[16..17] is 04
//! predicate   for fields without a fixed offset: `Layout::element_of` finds the element
//! ```
//!
//! `key_ranges` has the same condition as ranges of bytes from the field on: here `04` .. `05`. A skip scan seeks with
//! them (`plan/next.rs`).

use super::predicate::{KeyBound, Predicate, with_one_zero};
use super::scan_field::ScanField;
use crate::bytes::{KeyRange, prefix_successor};
use crate::layout::Layout;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// One check of a row.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) field: usize,
    pub(in crate::scan) predicate: Predicate,
    /// `true` if the field is also bound, and the filter only drops rows that the ranges cannot exclude.
    pub(in crate::scan) is_residue: bool,
    /// The offsets of the element, if they are the same in every key.
    place: Option<Range<usize>>,
    /// The same condition as an interval of numbers, if the element can be compared as one.
    numeric: Option<NumericRange>,
    /// The same condition as ranges of the bytes that a key can have from the field on: ascending and disjoint.
    pub(crate) key_ranges: Vec<KeyRange>,
}

impl Filter {
    pub(super) fn new(field: &ScanField, predicate: Predicate, is_residue: bool) -> Self {
        let (key_ranges, place) = (key_ranges(field, &predicate), field.place.map(|(start, end)| start..end));
        let numeric = place.clone().and_then(|place| NumericRange::of(field, &predicate, place));
        Self { field: field.index, predicate, is_residue, place, numeric, key_ranges }
    }

    /// Returns `true` if the key passes.
    #[inline]
    pub(in crate::scan) fn holds(&self, layout: &Layout, key: &[u8]) -> bool {
        match &self.numeric {
            Some(numeric) => numeric.contains(key),
            None => self.holds_by_bytes(layout, key),
        }
    }

    fn holds_by_bytes(&self, layout: &Layout, key: &[u8]) -> bool {
        let found = match (&self.predicate, &self.place) {
            // The label is before all fields.
            (Predicate::Label, _) => Some((0, &[][..])),
            // A fixed offset. No search for the end of each field before it.
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
            Predicate::Ranked(ranks, rank_of) => rank_of(self.field, element)
                .is_some_and(|rank| ranks.hold(&rank, element, layout.parts.fields[self.field].floats)),
            Predicate::Between(bytes, bounds) => {
                // Bounds are compared with the separator, because it orders a text among longer ones.
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

/// The elements that pass a filter, as one interval of big-endian numbers. These sort like the bytes. It exists for
/// elements of up to 16 bytes with a fixed offset that end at byte 16 of the key, or later.
///
/// # Design
///
/// An element is loaded and compared as one number. Slicing it and comparing bytes of any width took 73 more
/// instructions, of the 790 that redb and a merge took for a row (`benches/engines` under callgrind, a filter that
/// keeps 37 of 300 rows).
#[derive(Clone, Debug)]
struct NumericRange {
    /// The offset of the 16 bytes of a key that end with the element.
    at: usize,
    /// The bits of these bytes that belong to the element.
    mask: u128,
    min: u128,
    max: u128,
}

impl NumericRange {
    /// Returns `None` if the condition is not one interval of numbers.
    fn of(field: &ScanField, predicate: &Predicate, place: Range<usize>) -> Option<Self> {
        let (width, at) = (place.len(), place.end.checked_sub(16)?);
        if width > 16 {
            return None;
        }
        // For 2 bytes: 14 zero bytes, then FF FF.
        let mask = u128::MAX.checked_shr(8 * (16 - width as u32))?;
        // The smallest number whose bytes begin with `bytes`, and the count of such numbers. In an element of 4 bytes,
        // `01 02` begins the 0x1_0000 numbers from 0x0102_0000 on.
        let begin_with = |bytes: &[u8]| {
            let number = bytes.iter().fold(0, |number, &byte| number << 8 | u128::from(byte));
            let numbers = 1u128.checked_shl(8 * width.checked_sub(bytes.len())? as u32)?;
            Some((number * numbers, numbers))
        };
        // The smallest number after a bound.
        let first_after = |bound: KeyBound<'_>| {
            let (min, numbers) = begin_with(bound.bytes)?;
            if bound.after { min.checked_add(numbers) } else { Some(min) }
        };
        let (min, max) = match predicate {
            Predicate::Equal(Some(element)) if element.len() == width => {
                let (number, _) = begin_with(element)?;
                (number, number)
            }
            Predicate::Between(bytes, bounds) if field.separator().is_empty() => (
                bounds.start(bytes).map_or(Some(0), first_after)?,
                bounds.stop(bytes).map_or(Some(mask), |stop| first_after(stop)?.checked_sub(1))?,
            ),
            _ => return None,
        };
        Some(Self { at, mask, min, max })
    }

    /// Returns `true` if the element of the key is in the interval.
    #[inline]
    fn contains(&self, key: &[u8]) -> bool {
        let bytes = key.get(self.at..).and_then(<[u8]>::first_chunk);
        bytes.is_some_and(|bytes| {
            // One load, one mask, and two comparisons.
            let number = u128::from_be_bytes(*bytes) & self.mask;
            self.min <= number && number <= self.max
        })
    }
}

/// Returns the ranges of bytes that a passing key can have from the filter's field on: ascending and disjoint.
///
/// ```text
/// field                 condition       ranges
/// u8, not the last      = 4             04 .. 05         any bytes can follow
/// u8, the last          = 4             04 .. 04 00      the key ends here
/// text with `/`         = "ab"          "ab/" .. "ab0"   `0` is the byte after `/`
/// u8                    one_of 4, 7     04 .. 05, 07 .. 08
/// ```
fn key_ranges(field: &ScanField, predicate: &Predicate) -> Vec<KeyRange> {
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
            // A text that is parsed from the end of the key can begin like another one, and then their ranges overlap.
            ranges.dedup_by(|next, last| last.contains(next.start()));
            return ranges;
        }
        Predicate::AnyOf(all) => {
            let mut ranges: Vec<KeyRange> = all.iter().flat_map(|it| key_ranges(field, it)).collect();
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
            // A start after FF FF is after all keys.
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
