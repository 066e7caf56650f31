//! The elements of a field by number, in byte order, for fields of numbers, codes, and dates.
//!
//! ```text
//! field                  elements by number
//! u8, 0x20 ..= 0x7E      0 is 20, 94 is 7E
//! u8, desc               0 is 00 (value 255), 255 is FF (value 0)
//! Option<u8>             0 is 00 00 (none), 1 is 01 00, 256 is 01 FF
//! codes "in", "out"      0 is "in", 1 is "out"
//! date "%Y%m%d"          pieces of 10,000, 12 and 31 values: 20260230 has a number, but is not a value
//! ```
//!
//! An element of several pieces is a number in a mixed radix. The `stride` of a piece is the product of the counts
//! after it: 372, 31, and 1 for the date.

use crate::bytes::{Complemented, KeyBuf, Sink};
use crate::language::{Atom, Codes, Number, Radix};
use crate::layout::Layout;
use crate::scan::query::predicate::KeyBound;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The elements of a field whose elements can be counted.
#[derive(Debug)]
pub(super) struct Elements {
    pieces: SmallVec<[CountedPiece; 1]>,
    /// For an option: the number of zeros after the tag of `None`, and `true` if all bytes are complemented.
    optional: Option<(usize, bool)>,
    /// `true` if the element is a date or time as text.
    is_date: bool,
    /// The number of elements, at most `u128::MAX`.
    count: u128,
    /// `true` if there is one more element, the last in byte order: 16 bytes have one more number than a `u128` can
    /// count.
    omits_last: bool,
    separator: &'static [u8],
}

#[derive(Debug)]
struct CountedPiece {
    atom: Atom,
    /// The codes in byte order.
    codes: Vec<&'static [u8]>,
    count: u128,
    /// The number of elements for each value of this piece.
    stride: u128,
}

impl Elements {
    /// Returns the elements of a field. `None` if they cannot be counted, or if they are too many for a `u128`.
    pub(super) fn of(layout: &'static Layout, field: usize) -> Option<Self> {
        if !layout.counts_elements(field) {
            return None;
        }
        let (first, end) = layout.atoms_of(field);
        let (mut pieces, mut optional) = (SmallVec::<[CountedPiece; 1]>::new(), None);
        for atom in layout.atoms.get(first..end)? {
            match atom.leaf.as_tag() {
                Some(tag) => optional = Some((tag.width, atom.complemented)),
                None => pieces.push(CountedPiece::new(atom)),
            }
        }
        // One piece of 16 bytes has 2^128 values. Leave out the last one.
        let omits_last = matches!((pieces.as_slice(), optional), ([piece], None) if piece.atom.leaf.count().is_none());
        let mut count = 1u128;
        // From the last piece, which changes fastest, to the first.
        for piece in pieces.iter_mut().rev() {
            piece.stride = count;
            piece.count = if omits_last { u128::MAX } else { piece.atom.leaf.count()? };
            count = count.checked_mul(piece.count)?;
        }
        // `None` is one more element.
        count = count.checked_add(u128::from(optional.is_some()))?;
        let is_date = layout.fields()[field].language().is_date();
        Some(Self { pieces, optional, is_date, count, omits_last, separator: layout.fields()[field].separator() })
    }

    /// Returns the number of elements, without the last one if the count [omits it](Self::omits_last).
    pub(super) const fn count(&self) -> u128 {
        self.count
    }

    /// Returns `true` if the last element is not counted. A list of all elements would miss it.
    pub(super) const fn omits_last(&self) -> bool {
        self.omits_last
    }

    /// Returns the bytes of element number `index`.
    pub(super) fn get(&self, index: u128) -> KeyBuf {
        let mut element = KeyBuf::EMPTY;
        let mut index = index;
        if let Some((width, complemented)) = self.optional {
            // None is the first element, or the last one if it is complemented.
            let absent = if complemented { self.count - 1 } else { 0 };
            let tag = [u8::from(index != absent)];
            put(&mut element, &tag, complemented);
            if index == absent {
                (0..width).for_each(|_| put(&mut element, &[0], complemented));
                return element;
            }
            index -= u128::from(!complemented);
        }
        match self.pieces.as_slice() {
            // The common case. It avoids the slow division of a `u128`.
            [piece] => piece.write(index, &mut element),
            pieces => pieces.iter().for_each(|piece| piece.write(index / piece.stride % piece.count, &mut element)),
        }
        element
    }

    /// Returns the number of elements below a bound: for a `u8` and the bound "after 07", this is 8.
    pub(super) fn count_below(&self, bound: &KeyBound<'_>) -> u128 {
        if let ([piece], None) = (self.pieces.as_slice(), self.optional) {
            if let Some(below) = piece.count_below(bound) {
                return below;
            }
        }
        // Elements are in byte order, so a binary search finds the first one that is not below the bound.
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            let mut element = self.get(middle);
            element.put(self.separator);
            if bound.is_after(&element) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Returns the next number to try after `index`, which is not a value.
    ///
    /// In a date only days can be invalid, at the end of a month. So if the last second of an hour, a day or a month is
    /// not a value, the rest of it is skipped: after 2026-02-30 00:00:00, the next number is that of 2026-03-01
    /// 00:00:00.
    pub(super) fn after_gap(&self, index: u128, is_value: impl Fn(u128) -> bool) -> u128 {
        if !self.is_date {
            return index + 1;
        }
        let ends = self.pieces.iter().map(|piece| (index / piece.stride + 1).saturating_mul(piece.stride));
        ends.filter(|end| *end <= self.count).find(|end| !is_value(end - 1)).unwrap_or(index + 1)
    }
}

impl CountedPiece {
    fn new(atom: &Atom) -> Self {
        let mut codes = atom.leaf.as_codes().map_or_else(Vec::new, |Codes(codes)| codes.to_vec());
        codes.sort_unstable();
        Self { atom: *atom, codes, count: 1, stride: 1 }
    }

    /// Returns the number of values below a bound that is a number. `None` if the bound is not a number of this piece.
    fn count_below(&self, bound: &KeyBound<'_>) -> Option<u128> {
        // Reads the digits of the bound, which avoids the search.
        let Number { radix, width, least, greatest } = self.atom.leaf.as_number()?;
        let mut number = 0u128;
        for &byte in bound.bytes.get(..width)? {
            let digit = radix.value(if self.atom.complemented { !byte } else { byte })?;
            number = number.checked_mul(radix.base())?.checked_add(u128::from(digit))?;
        }
        if number < least || number > greatest || bound.bytes.len() > width {
            return None;
        }
        let index = if self.atom.complemented { greatest - number } else { number - least };
        Some(index.saturating_add(u128::from(bound.after)))
    }

    /// Appends value number `index`, in byte order.
    fn write(&self, index: u128, out: &mut KeyBuf) {
        let Atom { leaf, complemented, .. } = self.atom;
        match leaf.as_number() {
            // The common case: all bytes at once (12 % of a plan, `two_month_range` in `benches/instructions`).
            Some(Number { radix: Radix::Bytes, width: width @ ..=16, least, greatest }) => {
                let number = if complemented { greatest - index } else { least + index };
                put(out, &number.to_be_bytes()[16 - width..], complemented);
            }
            None if !self.codes.is_empty() => {
                let index = if complemented { self.count - 1 - index } else { index };
                put(out, self.codes.get(index as usize).copied().unwrap_or_default(), complemented);
            }
            _ => {
                let at = out.len();
                out.resize(at + leaf.width().1.unwrap_or_default(), 0);
                let end = self.atom.write_nth(index, out.as_mut_slice(), at);
                out.resize(end, 0);
            }
        }
    }
}

fn put(out: &mut KeyBuf, bytes: &[u8], complemented: bool) {
    if complemented { Complemented(out).put(bytes) } else { out.put(bytes) }
}
