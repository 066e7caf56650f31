//! Even splits: between the buckets of a salt, or between the values of the first element.
//!
//! Split key `i` is value `floor(i * count / regions)`. A salt of 6 buckets in 4 regions is split at the labels 1, 3
//! and 4.

use crate::language::{Atom, Text};
use crate::layout::{Field, Parts};
use alloc::vec::Vec;

/// Returns the first element after the prefix: a number, codes, or text of one width. Returns `None` if its values cannot
/// be counted.
pub(super) const fn first(parts: &Parts, atoms: &[Atom]) -> Option<Atom> {
    // With a salt, this is the label.
    // The prefix is one atom, if there is one.
    let at = !parts.prefix.is_empty() as usize;
    if at >= atoms.len() {
        return None;
    }
    let leaf = match parts.salt {
        // Older rows may have other labels, but the table is split for new rows.
        Some(salt) => salt.label_numbers(salt.buckets).leaf(),
        // Not by the first number of the date alone.
        None if begins_with_date(parts.fields) => return None,
        None => atoms[at].leaf,
    };
    let is_counted = leaf.last().is_some() && leaf.as_literal().is_none();
    let is_text = matches!(leaf.as_text(), Some(Text { min, max: Some(max), .. }) if min == max);
    if is_counted || is_text { Some(Atom { leaf, ..atoms[at] }) } else { None }
}

/// Returns `true` if the first element is a date, also inside a nested key.
const fn begins_with_date(fields: &[Field]) -> bool {
    match fields {
        [Field { key: Some(key), .. }, ..] => begins_with_date(key.parts.fields),
        [first, ..] => first.language.is_date(),
        [] => false,
    }
}

/// Returns the number of values of the first element after the prefix, at most `u128::MAX`. Returns `None` if they
/// cannot be counted.
pub(crate) const fn values(parts: &Parts, atoms: &[Atom]) -> Option<u128> {
    match first(parts, atoms) {
        Some(first) => match first.leaf.count() {
            Some(count) => Some(count),
            None => Some(u128::MAX),
        },
        None => None,
    }
}

/// Returns the width in bytes of the widest split key.
pub(super) const fn width(parts: &Parts, atoms: &[Atom]) -> usize {
    match first(parts, atoms) {
        Some(Atom { leaf, .. }) => match leaf.width() {
            (_, Some(width)) | (width, None) => parts.prefix.len() + width,
        },
        None => parts.prefix.len(),
    }
}

/// Returns the split keys of this number of regions, at run time. The result is empty if the first element cannot be
/// split.
pub(super) fn split_keys(parts: &Parts, atoms: &[Atom], regions: u128) -> Vec<Vec<u8>> {
    let Some(first) = first(parts, atoms).map(Ordered::new) else { return Vec::new() };
    let key = |cut| {
        let mut key = alloc::vec![0; width(parts, atoms)];
        let width = first.write(parts.prefix, cut, regions, &mut key);
        key.truncate(width);
        key
    };
    (1..regions).map(key).collect()
}

/// The first element, with the bytes of its alphabet in the order in which they sort as written.
pub(super) struct Ordered {
    first: Atom,
    alphabet: [u8; 256],
}

impl Ordered {
    pub(super) const fn new(first: Atom) -> Self {
        let mut bytes = [0; 256];
        if first.leaf.as_text().is_some() {
            let written = first.alphabet();
            let mut count = 0;
            let mut next = written.least();
            while let Some(byte) = next {
                bytes[count] = byte;
                count += 1;
                next = written.least_above(byte);
            }
        }
        Self { first, alphabet: bytes }
    }

    /// Writes split key number `cut`, from 1, and returns its width.
    pub(super) const fn write(&self, prefix: &[u8], cut: u128, regions: u128, out: &mut [u8]) -> usize {
        let mut at = 0;
        while at < prefix.len() {
            out[at] = prefix[at];
            at += 1;
        }
        if let Some(last) = self.first.leaf.last() {
            return self.first.write_nth(even_cut(cut, last, regions), out, at);
        }
        let Some(Text { alphabet, min: width, .. }) = self.first.leaf.as_text() else { return at };
        // Long division: the digits of `floor(cut * count^width / regions)`, with the alphabet as digits. For two letters
        // `a` and `b`, width 2 and 4 regions, the first cut is value 1 of 4: `ab`.
        let (count, mut rest, mut place) = (alphabet.count() as u128, cut, 0);
        while place < width {
            out[at + place] = self.alphabet[(rest * count / regions) as usize];
            rest = rest * count % regions;
            place += 1;
        }
        at + width
    }
}

/// Returns `floor(cut * (last + 1) / regions)`, without overflow if `last` is `u128::MAX`.
const fn even_cut(cut: u128, last: u128, regions: u128) -> u128 {
    let (quotient, rest) = (last / regions, last % regions + 1);
    cut * quotient + cut * rest / regions
}

#[cfg(test)]
mod tests {
    /// A width is not truncated to 32 bits: the texts of 2^32 + 1 letters are more than fit a `u128`, not as many as
    /// letters.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn wide_texts_are_counted_as_far_as_a_number_goes() {
        use super::*;
        use crate::language::{ByteSet, Language};

        let parts = crate::private::stub("Key").parts;
        let count = |letters: ByteSet, width| {
            let mut atoms = [Atom::NOTHING];
            Language::fixed(letters, width).flatten(Atom::NOTHING, &mut atoms, 0);
            values(&parts, &atoms)
        };
        let (one, two) = (ByteSet::one(b'a'), ByteSet::range(b'a', b'b'));
        assert_eq!(count(two, 127), Some(1 << 127));
        assert_eq!((count(two, 128), count(two, 1 << 32 | 1)), (Some(u128::MAX), Some(u128::MAX)));
        assert_eq!((count(one, 127), count(one, 1 << 32 | 1)), (Some(1), Some(1)));
    }
}
