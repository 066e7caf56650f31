//! Even cuts: between the buckets of a salt, or between the values of the first element.

use super::MOST_CONST_KEYS;
use crate::language::{Atom, ByteSet, Form, Radix, is_below};
use crate::layout::{Parts, Rule};
use crate::salt::Label;
use alloc::vec::Vec;

/// A split key in an array: its first `len` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Key<const W: usize> {
    bytes: [u8; W],
    len: usize,
}

impl<const W: usize> Key<W> {
    /// The key.
    #[must_use]
    pub const fn as_slice(&self) -> &[u8] {
        self.bytes.split_at(self.len).0
    }
}

/// What is cut.
enum First {
    Label { label: Label, buckets: u32 },
    Number { radix: Radix, width: usize, least: u128, greatest: u128, complemented: bool },
    Text { alphabet: ByteSet, width: usize, complemented: bool },
    Codes { codes: &'static [&'static [u8]], complemented: bool },
}

const fn first(parts: &Parts, atoms: &[Atom]) -> Option<First> {
    if let Some(salt) = parts.salt {
        return Some(First::Label { label: salt.label, buckets: salt.buckets });
    }
    let at = !parts.prefix.is_empty() as usize;
    if at >= atoms.len() {
        return None;
    }
    let complemented = atoms[at].complemented;
    match atoms[at].form {
        Form::Number { radix, width, least, greatest } => {
            Some(First::Number { radix, width, least, greatest, complemented })
        }
        Form::Text { alphabet, min, max: Some(max) } if min == max => {
            Some(First::Text { alphabet, width: min, complemented })
        }
        Form::Codes(codes) => Some(First::Codes { codes, complemented }),
        _ => None,
    }
}

/// How many values the first element after the prefix has, as far as a u128 goes.
pub(crate) const fn values(parts: &Parts, atoms: &[Atom]) -> Option<u128> {
    match first(parts, atoms) {
        Some(First::Label { buckets, .. }) => Some(buckets as u128),
        Some(First::Number { least, greatest, .. }) => Some((greatest - least).saturating_add(1)),
        Some(First::Codes { codes, .. }) => Some(codes.len() as u128),
        Some(First::Text { alphabet, width, .. }) => Some(match (alphabet.count() as u128).checked_pow(width as u32) {
            Some(count) => count,
            None => u128::MAX,
        }),
        None => None,
    }
}

/// The number of regions that a rule makes.
const fn regions(parts: &Parts, rule: Rule) -> u128 {
    match (rule, parts.salt) {
        (Rule::Regions(regions), _) => regions,
        (Rule::Default, Some(salt)) if salt.buckets as usize <= MOST_CONST_KEYS => salt.buckets as u128,
        _ => 1,
    }
}

/// The number of split keys that a rule computes; none where it cannot, which the layout's proof reports.
pub const fn split_count(parts: &Parts, atoms: &[Atom], rule: Rule) -> usize {
    let regions = regions(parts, rule);
    match values(parts, atoms) {
        Some(values) if regions > 0 && regions <= values && regions - 1 <= MOST_CONST_KEYS as u128 => {
            regions as usize - 1
        }
        _ => 0,
    }
}

/// The width of the widest split key that a rule computes.
pub const fn split_width(parts: &Parts, atoms: &[Atom]) -> usize {
    parts.prefix.len()
        + match first(parts, atoms) {
            Some(First::Label { label, .. }) => label.width(),
            Some(First::Number { width, .. } | First::Text { width, .. }) => width,
            Some(First::Codes { codes, .. }) => match Form::Codes(codes).width() {
                (_, Some(width)) => width,
                (width, None) => width,
            },
            None => 0,
        }
}

/// The split keys of a rule: `M` from [`split_count`], `W` from [`split_width`].
#[must_use]
pub const fn split_table<const W: usize, const M: usize>(parts: &Parts, atoms: &[Atom], rule: Rule) -> [Key<W>; M] {
    let mut keys = [Key { bytes: [0; W], len: 0 }; M];
    let mut i = 0;
    while i < M {
        while let Some(byte) = key_byte(parts, atoms, rule, i as u128 + 1, keys[i].len) {
            keys[i].bytes[keys[i].len] = byte;
            keys[i].len += 1;
        }
        i += 1;
    }
    keys
}

/// Split key number `cut`, from 1, at run time.
pub(super) fn key_bytes(parts: &Parts, atoms: &[Atom], rule: Rule, cut: u128) -> Vec<u8> {
    (0..).map_while(|place| key_byte(parts, atoms, rule, cut, place)).collect()
}

/// Byte `place` of split key number `cut`, or `None` after its end.
const fn key_byte(parts: &Parts, atoms: &[Atom], rule: Rule, cut: u128, place: usize) -> Option<u8> {
    if place < parts.prefix.len() {
        return Some(parts.prefix[place]);
    }
    let place = place - parts.prefix.len();
    let regions = regions(parts, rule);
    match first(parts, atoms) {
        Some(First::Label { label, buckets }) if place < label.width() => {
            Some(label.byte((cut * buckets as u128 / regions) as u32, place))
        }
        Some(First::Number { radix, width, least, greatest, complemented }) if place < width => {
            let index = even_cut(cut, greatest - least, regions);
            // Complements ascend as the values descend.
            let value = if complemented { greatest - index } else { least + index };
            let byte = radix.byte(radix.digit(value, width, place));
            Some(if complemented { !byte } else { byte })
        }
        Some(First::Text { alphabet, width, complemented }) if place < width => {
            Some(text_byte(alphabet, complemented, cut, regions, place))
        }
        Some(First::Codes { codes, complemented }) => {
            let index = (cut * codes.len() as u128 / regions) as usize;
            let code = nth_code(codes, if complemented { codes.len() - 1 - index } else { index });
            match place < code.len() {
                true if complemented => Some(!code[place]),
                true => Some(code[place]),
                false => None,
            }
        }
        _ => None,
    }
}

/// `floor(cut * (last + 1) / regions)`, without overflow: `last` can be `u128::MAX`.
const fn even_cut(cut: u128, last: u128, regions: u128) -> u128 {
    let (quotient, rest) = (last / regions, last % regions + 1);
    cut * quotient + cut * rest / regions
}

/// Digit `place` of `floor(cut * count^width / regions)` in the alphabet's own number system, by long division.
const fn text_byte(alphabet: ByteSet, complemented: bool, cut: u128, regions: u128, place: usize) -> u8 {
    let count = alphabet.count() as u128;
    let mut rest = cut;
    let mut digit = 0;
    let mut i = 0;
    while i <= place {
        digit = rest * count / regions;
        rest = rest * count % regions;
        i += 1;
    }
    let written = if complemented { alphabet.complemented() } else { alphabet };
    match written.nth(digit as usize) {
        Some(byte) => byte,
        None => 0,
    }
}

/// The code that `index` others lie below.
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
