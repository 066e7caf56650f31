//! The walk inside texts whose bytes follow each other by a rule: lists of values of one width, and numbers in
//! decimal.
//!
//! An example with `decimal` from -9 to 12. After `1`, the digits equal the start of the bound 12, so `0` to `2` can
//! follow. After `2`, they are above the bound, so no digit can follow: 2 is in range, but 20 is not.

use super::{NextBytes, Walk};
use crate::language::leaf::restricted;
use crate::language::{ByteSet, Language, Leaf, Node, Radix, decimal_leaf, part_of_sequence};

/// In a decimal: the digits so far compared with the same number of digits of the bound.
const EQUAL: usize = 0;
const BELOW: usize = 1;
const ABOVE: usize = 2;
/// In a decimal: the number is 0, and no digit follows.
const ZERO: usize = 3;

/// The leaf with a byte of a value of fixed width, and the offset of the byte in the leaf.
struct FormPart {
    leaf: Leaf,
    offset: usize,
    complemented: bool,
}

impl Language {
    /// Returns the part that holds byte `offset` of a value, which has a fixed width.
    const fn part_of(&self, offset: usize) -> FormPart {
        match self.kind {
            Node::Leaf(leaf) => FormPart { leaf, offset, complemented: false },
            Node::Decimal { below, least, greatest } => {
                FormPart { leaf: decimal_leaf(below, least, greatest), offset, complemented: false }
            }
            Node::Option(inner) if offset == 0 => {
                FormPart { leaf: Leaf::Tag { atoms: 0, width: inner.width().0 }, offset, complemented: false }
            }
            Node::Option(inner) => inner.part_of(offset - 1),
            Node::Complement(inner) => {
                let part = inner.part_of(offset);
                FormPart { complemented: !part.complemented, ..part }
            }
            Node::Chars(inner, alphabet) => {
                let part = inner.part_of(offset);
                FormPart { leaf: restricted(part.leaf, alphabet), ..part }
            }
            Node::Pair(first, second) => match first.width().0 {
                width if offset < width => first.part_of(offset),
                width => second.part_of(offset - width),
            },
            Node::Array(inner, _) => inner.part_of(offset % inner.width().0),
            Node::Parts(atoms) | Node::Sequence(atoms) => {
                let (atom, offset) = part_of_sequence(atoms, offset);
                FormPart { leaf: atom.leaf, offset, complemented: atom.complemented }
            }
            // These cannot be values of a list: they have no fixed width, or are rejected.
            Node::Repeated(_) | Node::NestedTuple(_) | Node::Refused { .. } => {
                FormPart { leaf: Leaf::text(ByteSet::ALL, 1, Some(1)), offset: 0, complemented: false }
            }
        }
    }
}

impl Walk<'_> {
    /// Returns the bytes that can come next in a list of such values.
    pub(super) const fn within_list(&self, item: &Language) -> NextBytes {
        let at = self.offset % item.width().0;
        let FormPart { leaf, offset, complemented } = item.part_of(at);
        let bytes = Self { offset, ..*self }.within_leaf(&leaf).bytes;
        NextBytes { bytes: if complemented { bytes.complemented() } else { bytes }, over: at == 0 }
    }

    /// Returns the walk after `byte`, which [`Walk::within_list`] must allow.
    pub(super) const fn after_byte_of_list(self, item: &Language, byte: u8) -> Self {
        let FormPart { leaf, offset, complemented } = item.part_of(self.offset % item.width().0);
        let byte = if complemented { !byte } else { byte };
        // The offset counts over the whole list, which can end at each multiple of the width.
        let fresh = Self { offset: self.offset + 1, ..self.enter(self.at) };
        if let Leaf::Tag { width, .. } = leaf {
            let is_turned = self.is_complemented() != complemented;
            return match byte {
                // The zeros of an absent value are counted at once.
                0 => Self { offset: fresh.offset + width, zeros: width, turned: is_turned, ..fresh },
                _ => fresh,
            };
        }
        let Self { low, high, code, mark, .. } = Self { offset, ..self }.after_byte_of(&leaf, byte);
        // The next leaf starts without state.
        let is_last = matches!(leaf.fixed_width(), Some(width) if offset + 1 == width);
        if is_last { fresh } else { Self { low, high, code, mark, ..fresh } }
    }

    /// Returns the digits of a decimal that can come next, and `-`.
    pub(super) const fn decimal_digits(&self, below: u128, zero: bool, greatest: u128) -> ByteSet {
        let bound = if self.mark { below } else { greatest };
        let (width, place) = (Radix::Decimal.width(bound), self.offset - self.mark as usize);
        let is_first = place == 0;
        // A number of fewer digits than the bound is below it.
        let most = match (self.code, width - if place < width { place } else { width }) {
            (ZERO, _) | (_, 0) | (ABOVE, 1) => return ByteSet::NONE,
            (EQUAL, 1) => Radix::Decimal.digit(bound, width, place),
            _ => 9,
        };
        // No leading zeros, and no `-0`.
        let least = if is_first && (self.mark || !zero) { 1 } else { 0 };
        let digits = if least > most { ByteSet::NONE } else { Radix::Decimal.digits(least, most) };
        if is_first && !self.mark && below > 0 { digits.union(ByteSet::one(b'-')) } else { digits }
    }

    /// Returns the walk after `byte`, which [`Walk::decimal_digits`] must allow.
    pub(super) const fn after_digit_of_decimal(self, below: u128, greatest: u128, byte: u8) -> Self {
        let walk = Self { offset: self.offset + 1, ..self };
        if byte == b'-' {
            return Self { mark: true, ..walk };
        }
        let bound = if self.mark { below } else { greatest };
        let place = self.offset - self.mark as usize;
        // The first digit that differs from the bound decides. Later digits keep that result.
        let of_bound = b'0' + Radix::Decimal.digit(bound, Radix::Decimal.width(bound), place);
        let code = match self.code {
            EQUAL if place == 0 && byte == b'0' => ZERO,
            EQUAL if byte < of_bound => BELOW,
            EQUAL if byte > of_bound => ABOVE,
            code => code,
        };
        Self { code, ..walk }
    }
}
