//! Even splits: between the buckets of a salt, or between the values of the first element.
//!
//! Split key `i` is value `floor(i * count / regions)`. A salt of 6 buckets in 4 regions is split at the labels 1, 3
//! and 4.

use crate::language::{Atom, ByteSet, Leaf, Radix, is_below};
use crate::layout::Parts;
use alloc::vec::Vec;

/// The first element, whose values are split.
#[derive(Clone, Copy)]
pub(super) enum First {
    Number { radix: Radix, width: usize, least: u128, greatest: u128, complemented: bool },
    Text { alphabet: ByteSet, width: usize, complemented: bool },
    Codes { codes: &'static [&'static [u8]], complemented: bool },
}

/// Returns the first element after the prefix, or `None` if its values cannot be counted.
pub(super) const fn first(parts: &Parts, atoms: &[Atom]) -> Option<First> {
    // With a salt, this is the label.
    // The prefix is one atom, if there is one.
    let at = !parts.prefix.is_empty() as usize;
    if at >= atoms.len() {
        return None;
    }
    match (parts.salt, parts.fields) {
        // Not by its first number alone.
        (None, [date, ..]) if date.language.is_date() => return None,
        _ => {}
    }
    let complemented = atoms[at].complemented;
    let leaf = match parts.salt {
        // Older rows may have other labels, but the table is split for new rows.
        Some(salt) => salt.leaf(salt.buckets),
        None => atoms[at].leaf,
    };
    match leaf {
        Leaf::Number { radix, width, least, greatest } => {
            Some(First::Number { radix, width, least, greatest, complemented })
        }
        Leaf::Text { alphabet, min, max: Some(max), .. } if min == max => {
            Some(First::Text { alphabet, width: min, complemented })
        }
        Leaf::Codes(codes) => Some(First::Codes { codes, complemented }),
        _ => None,
    }
}

/// Returns the number of values of the first element after the prefix, at most `u128::MAX`. Returns `None` if they
/// cannot be counted.
pub(crate) const fn values(parts: &Parts, atoms: &[Atom]) -> Option<u128> {
    match first(parts, atoms) {
        Some(First::Number { least, greatest, .. }) => Some((greatest - least).saturating_add(1)),
        Some(First::Codes { codes, .. }) => Some(codes.len() as u128),
        Some(First::Text { alphabet, width, .. }) => {
            // Limited to 128 letters: 2 letters in 128 positions already overflow a `u128`, and 1 letter makes 1 text
            // of any width.
            let letters = if width < 128 { width as u32 } else { 128 };
            Some(match (alphabet.count() as u128).checked_pow(letters) {
                Some(count) => count,
                None => u128::MAX,
            })
        }
        None => None,
    }
}

/// Returns the width in bytes of the widest split key.
pub(super) const fn width(parts: &Parts, atoms: &[Atom]) -> usize {
    parts.prefix.len()
        + match first(parts, atoms) {
            Some(First::Number { width, .. } | First::Text { width, .. }) => width,
            Some(First::Codes { codes, .. }) => match Leaf::Codes(codes).width() {
                (_, Some(width)) => width,
                (width, None) => width,
            },
            None => 0,
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
    first: First,
    alphabet: [u8; 256],
}

impl Ordered {
    pub(super) const fn new(first: First) -> Self {
        let mut bytes = [0; 256];
        if let First::Text { alphabet, complemented, .. } = first {
            let written = if complemented { alphabet.complemented() } else { alphabet };
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
        at + match self.first {
            First::Number { radix, width, least, greatest, complemented } => {
                let index = even_cut(cut, greatest - least, regions);
                // Complements ascend when the values descend.
                let mut rest = if complemented { greatest - index } else { least + index };
                let mut place = width;
                while place > 0 {
                    place -= 1;
                    let byte = radix.byte((rest % radix.base()) as u8);
                    out[at + place] = if complemented { !byte } else { byte };
                    rest /= radix.base();
                }
                width
            }
            First::Text { alphabet, width, .. } => {
                // Long division: the digits of `floor(cut * count^width / regions)`, with the alphabet as digits. For
                // two letters `a` and `b`, width 2 and 4 regions, the first cut is value 1 of 4: `ab`.
                let (count, mut rest, mut place) = (alphabet.count() as u128, cut, 0);
                while place < width {
                    out[at + place] = self.alphabet[(rest * count / regions) as usize];
                    rest = rest * count % regions;
                    place += 1;
                }
                width
            }
            First::Codes { codes, complemented } => {
                // Codes are listed in the order of the variants, so find the one with this rank in byte order.
                let index = (cut * codes.len() as u128 / regions) as usize;
                let code = nth_code(codes, if complemented { codes.len() - 1 - index } else { index });
                let mut place = 0;
                while place < code.len() {
                    out[at + place] = if complemented { !code[place] } else { code[place] };
                    place += 1;
                }
                place
            }
        }
    }
}

/// Returns `floor(cut * (last + 1) / regions)`, without overflow if `last` is `u128::MAX`.
const fn even_cut(cut: u128, last: u128, regions: u128) -> u128 {
    let (quotient, rest) = (last / regions, last % regions + 1);
    cut * quotient + cut * rest / regions
}

/// Returns the code that is above exactly `index` other codes.
const fn nth_code(codes: &'static [&'static [u8]], index: usize) -> &'static [u8] {
    let mut i = 0;
    while i < codes.len() {
        let mut below = 0;
        let mut other = 0;
        while other < codes.len() {
            below += is_below(codes[other], codes[i]) as usize;
            other += 1;
        }
        if below == index {
            return codes[i];
        }
        i += 1;
    }
    &[]
}

#[cfg(test)]
mod tests {
    /// A width is not truncated to 32 bits: the texts of 2^32 + 1 letters are more than fit a `u128`, not as many as
    /// letters.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn wide_texts_are_counted_as_far_as_a_number_goes() {
        use super::*;
        use crate::language::Language;

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
