//! Leaves of a language, and atoms, which are leaves in their position in a layout.

use super::{ByteSet, Language};
use crate::language::message::Line;

/// A leaf of a language: the bytes that one piece of an element can hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leaf {
    /// These bytes.
    Literal(&'static [u8]),
    /// A number in `width` digits, most significant first, from `least` to `greatest`.
    Number { radix: Radix, width: usize, least: u128, greatest: u128 },
    /// From `min` to `max` bytes of a set, without an end mark.
    Text { alphabet: ByteSet, min: usize, max: Option<usize>, form: TextForm },
    /// Bytes of a set, then pad bytes (with `left`, the pad bytes come first), `width` bytes in total.
    Padded { alphabet: ByteSet, width: usize, pad: u8, left: bool },
    /// UTF-8 text with bytes of a set, then pad bytes, `units` UTF-16 units in total.
    PaddedUnits { alphabet: ByteSet, units: usize, pad: u8 },
    /// Bytes of a set with 00 written as 00 FF, and the end mark 00 01. With `empty`, an empty text is 00 00 before its end
    /// mark. The leaf then allows 00 00 anywhere.
    Terminated { alphabet: ByteSet, empty: bool },
    /// One code of a list. No code is the start of another.
    Codes(&'static [&'static [u8]]),
    /// The tag of an optional value: 00, then `width` zeros in place of the next `atoms` atoms, or 01, then these
    /// atoms.
    Tag { atoms: usize, width: usize },
    /// One element of a FoundationDB tuple.
    Tuple(TupleElement),
}

/// The rule by which the bytes of a text without an end mark follow each other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TextForm {
    /// Any order.
    Any,
    /// Whole values of a language of fixed width.
    List(&'static Language),
    /// A number in decimal, without leading zeros, from `-below` to `greatest`. `zero` if it can be 0.
    Decimal { below: u128, zero: bool, greatest: u128 },
}

/// The digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Radix {
    /// Big-endian bytes.
    Bytes,
    /// `0-9`
    Decimal,
    /// `0-9a-f`
    Hex,
    /// `0-9A-F`
    UpperHex,
}

/// One element of a FoundationDB tuple. See `tuple.rs`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TupleElement {
    pub(crate) kind: TupleKind,
    /// `true` if null can take its place.
    pub(crate) optional: bool,
    /// `true` inside a nested tuple, where null is 00 FF.
    pub(crate) nested: bool,
}

/// The values that an element of a tuple can hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TupleKind {
    /// An integer from `-below` to `greatest`, in the minimum number of bytes. `zero` if it can be 0.
    Integer { below: u64, zero: bool, greatest: u64 },
    /// Bytes of a set with 00 written as 00 FF, and 00 after them.
    Text { code: u8, alphabet: ByteSet },
    /// A code without other bytes.
    Bool,
    /// That number of bytes.
    Fixed { code: u8, width: usize },
}

impl Radix {
    pub(crate) const fn base(self) -> u128 {
        match self {
            Self::Bytes => 256,
            Self::Decimal => 10,
            Self::Hex | Self::UpperHex => 16,
        }
    }

    pub(crate) const fn byte(self, digit: u8) -> u8 {
        match self {
            Self::Bytes => digit,
            Self::Hex if digit >= 10 => b'a' + digit - 10,
            Self::UpperHex if digit >= 10 => b'A' + digit - 10,
            Self::Decimal | Self::Hex | Self::UpperHex => b'0' + digit,
        }
    }

    /// Returns the value of a digit, or `None` if `byte` is not a digit.
    pub(crate) const fn value(self, byte: u8) -> Option<u8> {
        match (self, byte) {
            (Self::Bytes, _) => Some(byte),
            (_, b'0'..=b'9') => Some(byte - b'0'),
            (Self::Hex, b'a'..=b'f') => Some(byte - b'a' + 10),
            (Self::UpperHex, b'A'..=b'F') => Some(byte - b'A' + 10),
            _ => None,
        }
    }

    /// Returns the maximum number of `width` digits, or `u128::MAX` if it does not fit.
    pub(crate) const fn greatest(self, width: usize) -> u128 {
        let count = if width > 128 { None } else { self.base().checked_pow(width as u32) };
        match count {
            Some(count) => count - 1,
            None => u128::MAX,
        }
    }

    /// Returns the number of digits of `number`, at least one.
    pub(crate) const fn width(self, number: u128) -> usize {
        let (mut width, mut rest) = (1, number / self.base());
        while rest > 0 {
            width += 1;
            rest /= self.base();
        }
        width
    }

    /// Returns the digit of `value` at `place`, counted from the left in `width` digits.
    pub(crate) const fn digit(self, value: u128, width: usize, place: usize) -> u8 {
        // The number of digits after this one. In bytes and hex, they are bits to shift out.
        let mut right = width - 1 - place;
        match self {
            Self::Bytes => return (value >> (8 * right)) as u8,
            Self::Hex | Self::UpperHex => return if right < 32 { (value >> (4 * right)) as u8 & 15 } else { 0 },
            Self::Decimal => {}
        }
        let mut rest = value;
        while right > 0 && rest > 0 {
            rest /= self.base();
            right -= 1;
        }
        (rest % self.base()) as u8
    }

    /// Returns the bytes of the digits from `low` to `high`.
    pub(crate) const fn digits(self, low: u8, high: u8) -> ByteSet {
        match self {
            Self::Bytes => ByteSet::range(low, high),
            Self::Decimal => ByteSet::range(b'0' + low, b'0' + high),
            Self::Hex | Self::UpperHex if high < 10 || low > 9 => ByteSet::range(self.byte(low), self.byte(high)),
            Self::Hex | Self::UpperHex => {
                ByteSet::range(b'0' + low, b'9').union(ByteSet::range(self.byte(10), self.byte(high)))
            }
        }
    }
}

impl Leaf {
    /// Creates a text with bytes of a set in any order.
    pub(crate) const fn text(alphabet: ByteSet, min: usize, max: Option<usize>) -> Self {
        Self::Text { alphabet, min, max, form: TextForm::Any }
    }

    /// Returns the minimum and the maximum width in bytes. A [`Leaf::Tag`] counts only its own byte.
    pub(crate) const fn width(&self) -> (usize, Option<usize>) {
        match self {
            Self::Literal(bytes) => (bytes.len(), Some(bytes.len())),
            Self::Number { width, .. } | Self::Padded { width, .. } => (*width, Some(*width)),
            Self::Text { min, max, .. } => (*min, *max),
            // A unit takes up to three bytes: a character of four bytes is two units.
            Self::PaddedUnits { units, .. } => (*units, Some(units.saturating_mul(3))),
            Self::Terminated { .. } => (2, None),
            Self::Tag { .. } => (1, Some(1)),
            Self::Codes(codes) => {
                let mut least = usize::MAX;
                let mut greatest = 0;
                let mut i = 0;
                while i < codes.len() {
                    let width = codes[i].len();
                    least = if width < least { width } else { least };
                    greatest = if width > greatest { width } else { greatest };
                    i += 1;
                }
                (if codes.is_empty() { 0 } else { least }, Some(greatest))
            }
            Self::Tuple(element) => element.width(),
        }
    }

    pub(crate) const fn fixed_width(&self) -> Option<usize> {
        match self.width() {
            (min, Some(max)) if min == max => Some(min),
            _ => None,
        }
    }

    /// Returns `true` for a text that shows no end of its own: only a separator or the end of the key ends it.
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self, Self::Text { .. }) && self.fixed_width().is_none()
    }

    /// Returns all bytes that can occur in the leaf.
    pub(crate) const fn alphabet(&self) -> ByteSet {
        match self {
            Self::Literal(bytes) => set_of(bytes),
            Self::Number { radix, .. } => radix.digits(0, (radix.base() - 1) as u8),
            Self::Text { alphabet, .. } => *alphabet,
            Self::Padded { alphabet, pad, .. } | Self::PaddedUnits { alphabet, pad, .. } => {
                alphabet.union(ByteSet::one(*pad))
            }
            // The end mark is 00 01, and FF only occurs in the escape 00 FF.
            Self::Terminated { alphabet, empty } => {
                alphabet.union(ByteSet::range(0, 1)).union(escapes(*alphabet, *empty))
            }
            Self::Tag { .. } => ByteSet::range(0, 1),
            Self::Codes(codes) => {
                let mut set = ByteSet::NONE;
                let mut i = 0;
                while i < codes.len() {
                    set = set.union(set_of(codes[i]));
                    i += 1;
                }
                set
            }
            // A code or a value. After most of them, any byte can follow.
            Self::Tuple(_) => ByteSet::ALL,
        }
    }
}

/// Returns the atom of a sequence of fixed width that holds byte `offset`, and the offset in that atom.
pub(crate) const fn part_of_sequence(atoms: &[Atom], offset: usize) -> (Atom, usize) {
    let (mut atom, mut at) = (0, offset);
    while at >= atoms[atom].leaf.width().0 {
        at -= atoms[atom].leaf.width().0;
        atom += 1;
    }
    (atoms[atom], at)
}

/// Returns the bytes after a 00 in [`Leaf::Terminated`] that do not end it.
pub(crate) const fn escapes(alphabet: ByteSet, empty: bool) -> ByteSet {
    let escape = if alphabet.contains(0) { ByteSet::one(0xFF) } else { ByteSet::NONE };
    if empty { escape.union(ByteSet::one(0)) } else { escape }
}

const fn set_of(bytes: &[u8]) -> ByteSet {
    let mut set = ByteSet::NONE;
    let mut i = 0;
    while i < bytes.len() {
        set = set.union(ByteSet::one(bytes[i]));
        i += 1;
    }
    set
}

/// A leaf in its position in a layout.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    pub(crate) leaf: Leaf,
    /// `true` if the bytes are written complemented.
    pub(crate) complemented: bool,
    /// `true` if the source opts out of the order of this element.
    pub(crate) opted_out: bool,
    pub(crate) owner: Source,
}

/// The element of a layout that an [`Atom`] belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Prefix,
    Label,
    Field(usize),
    /// The separator after the label, or after a field.
    Separator,
}

impl Atom {
    pub(crate) const NOTHING: Self = Self::new(Leaf::Literal(&[]), Source::Prefix);

    pub(crate) const fn new(leaf: Leaf, owner: Source) -> Self {
        Self { leaf, complemented: false, opted_out: false, owner }
    }

    /// Returns all bytes that can occur in the atom, as written.
    pub(crate) const fn alphabet(&self) -> ByteSet {
        let alphabet = self.leaf.alphabet();
        if self.complemented { alphabet.complemented() } else { alphabet }
    }

    /// Returns the byte at `at` of a literal, as written. Returns `None` if the atom is not a literal or ends before
    /// `at`.
    pub(crate) const fn literal_byte(&self, at: usize) -> Option<u8> {
        match self.leaf {
            Leaf::Literal(bytes) if at < bytes.len() => Some(if self.complemented { !bytes[at] } else { bytes[at] }),
            _ => None,
        }
    }
}

pub(super) const fn restricted(leaf: Leaf, set: ByteSet) -> Leaf {
    match leaf {
        Leaf::Text { alphabet, min, max, form } => Leaf::Text { alphabet: alphabet.intersect(set), min, max, form },
        Leaf::Padded { alphabet, width, pad, left } => {
            Leaf::Padded { alphabet: alphabet.intersect(set), width, pad, left }
        }
        Leaf::PaddedUnits { alphabet, units, pad } => {
            Leaf::PaddedUnits { alphabet: alphabet.intersect(set), units, pad }
        }
        Leaf::Terminated { alphabet, empty } => Leaf::Terminated { alphabet: alphabet.intersect(set), empty },
        other => other,
    }
}

/// Returns the minimum and the maximum total width of the atoms. The maximum is `None` if the width is unbounded.
pub(crate) const fn width_of(atoms: &[Atom]) -> (usize, Option<usize>) {
    let mut min = 0;
    let mut max = Some(0);
    let mut atoms = atoms;
    while let [atom, rest @ ..] = atoms {
        // The most common leaves need no call, because rustc evaluates this for every derived key.
        let (least, most) = match atom.leaf {
            Leaf::Number { width, .. } | Leaf::Padded { width, .. } => (width, Some(width)),
            _ => atom.leaf.width(),
        };
        min += least;
        max = match (max, most) {
            (Some(max), Some(most)) => Some(max + most),
            _ => None,
        };
        atoms = rest;
    }
    (min, max)
}

/// Returns `a < b`, in a const.
pub(crate) const fn is_below(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
        i += 1;
    }
    a.len() < b.len()
}

/// Returns `a == b`, in a const.
pub(crate) const fn is_same(a: &[u8], b: &[u8]) -> bool {
    !is_below(a, b) && !is_below(b, a)
}

impl Leaf {
    /// Writes a description of the leaf: `8-byte number`.
    pub(crate) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        match *self {
            Self::Literal(bytes) => out.quoted(bytes),
            Self::Number { radix, width, least, greatest } => describe_number(radix, width, least, greatest, out),
            Self::Text { min, max: Some(max), .. } if min == max => {
                out.number(min as u128);
                out.text(" bytes");
            }
            Self::Text { .. } => out.text("text"),
            Self::Padded { width, pad, left, .. } => {
                out.text(if left { "text padded on the left to " } else { "text padded to " });
                out.number(width as u128);
                out.text(" bytes with ");
                out.hex(pad);
            }
            Self::PaddedUnits { units, pad, .. } => {
                out.text("text padded to ");
                out.number(units as u128);
                out.text(" UTF-16 units with ");
                out.hex(pad);
            }
            Self::Terminated { .. } => out.text("text ended by 00 01"),
            Self::Codes(codes) => {
                out.text("one of");
                let mut i = 0;
                while i < codes.len() {
                    out.text(" ");
                    out.quoted(codes[i]);
                    i += 1;
                }
            }
            Self::Tag { .. } => out.text("optional"),
            Self::Tuple(element) => element.describe(out),
        }
    }
}

const fn describe_number<const N: usize>(radix: Radix, width: usize, least: u128, greatest: u128, out: &mut Line<N>) {
    out.number(width as u128);
    out.text(match radix {
        Radix::Bytes => "-byte number",
        Radix::Decimal => " decimal digits",
        Radix::Hex => " hex digits",
        Radix::UpperHex => " upper-case hex digits",
    });
    if least > 0 || greatest < radix.greatest(width) {
        out.text(" from ");
        out.number(least);
        out.text(" to ");
        out.number(greatest);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    #[test]
    fn digits_are_counted_from_the_left() {
        assert_eq!((0..4).map(|at| Radix::Decimal.digit(1_203, 4, at)).collect::<Vec<_>>(), [1, 2, 0, 3]);
        assert_eq!(Radix::Bytes.digit(u128::MAX, 16, 0), 0xFF);
        assert_eq!(Radix::Decimal.digit(7, 39, 0), 0);
    }

    #[test]
    fn a_byte_is_the_digit_that_is_written_so() {
        for radix in [Radix::Bytes, Radix::Decimal, Radix::Hex, Radix::UpperHex] {
            let last = (radix.base() - 1) as u8;
            let written: Vec<u8> = (0..=last).map(|digit| radix.byte(digit)).collect();
            for byte in 0..=0xFF {
                let digit = written.iter().position(|&other| other == byte).map(|digit| digit as u8);
                assert_eq!(radix.value(byte), digit, "{radix:?} {byte:02X}");
                assert_eq!(radix.digits(0, last).contains(byte), digit.is_some());
            }
        }
    }

    #[test]
    fn a_width_holds_what_needs_it() {
        for radix in [Radix::Bytes, Radix::Decimal, Radix::Hex, Radix::UpperHex] {
            for width in 1..16 {
                assert_eq!(radix.width(radix.greatest(width)), width);
                assert_eq!(radix.width(radix.greatest(width) + 1), width + 1);
            }
            assert_eq!((radix.width(0), radix.greatest(0), radix.greatest(4_000)), (1, 0, u128::MAX));
        }
        assert_eq!((Radix::Decimal.width(u128::MAX), Radix::Hex.width(u128::MAX)), (39, 32));
    }
}
