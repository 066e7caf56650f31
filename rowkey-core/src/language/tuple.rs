//! One element of a FoundationDB tuple: a code, and the bytes that belong to it.
//!
//! The tuple layer writes values so that they sort and have a known end (`design/tuple.md` of apple/foundationdb). 5
//! is `15 05`, -5 is `13 FA`, and `"a"` is `02 61 00`. Text ends with 00, and a 00 in it is written as 00 FF. This is
//! unambiguous, because no element begins with FF.

use super::leaf::width_of;
use super::{Atom, ByteSet, Leaf, Radix, TupleElement, TupleKind};
use crate::language::message::Line;
use memchr::memchr;

/// The code of zero. An integer of n bytes has the code 14 + n, or 14 - n if it is negative.
pub(crate) const ZERO: u8 = 0x14;
/// The codes of `false` and `true`.
pub(crate) const BOOLS: [u8; 2] = [0x26, 0x27];
/// The code of a versionstamp.
pub(crate) const VERSIONSTAMP: u8 = 0x33;
const NULL: u8 = 0;
/// The bytes before and after the elements of a tuple inside a tuple.
const NESTED: [&[u8]; 2] = [b"\x05", b"\0"];

/// The bytes after a code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Behind {
    /// A leaf of fixed width, which may be 0.
    Leaf(Leaf),
    /// Text with these bytes, up to a 00 without FF after it.
    Text(ByteSet),
}

/// Returns the number of bytes of an integer, which is 0 for 0.
pub(crate) const fn bytes_of(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()).div_ceil(8) as usize
}

impl TupleElement {
    pub(crate) const fn new(kind: TupleKind) -> Self {
        Self { kind, optional: false, nested: false }
    }

    /// Returns the bytes that an element can begin with.
    pub(crate) const fn codes(&self) -> ByteSet {
        let codes = match self.kind {
            TupleKind::Integer { below, zero, greatest } => {
                let all = ByteSet::range(ZERO - bytes_of(below) as u8, ZERO + bytes_of(greatest) as u8);
                if zero { all } else { all.minus(ByteSet::one(ZERO)) }
            }
            TupleKind::Text { code, .. } | TupleKind::Fixed { code, .. } => ByteSet::one(code),
            TupleKind::Bool => ByteSet::range(BOOLS[0], BOOLS[1]),
        };
        if self.optional { codes.union(ByteSet::one(NULL)) } else { codes }
    }

    /// Returns the bytes after a code, which must be one of [`TupleElement::codes`].
    pub(crate) const fn behind(&self, code: u8) -> Behind {
        if code == NULL {
            return Behind::Leaf(Leaf::Literal(if self.nested { b"\xFF" } else { b"" }));
        }
        Behind::Leaf(match self.kind {
            TupleKind::Text { alphabet, .. } => return Behind::Text(alphabet),
            TupleKind::Bool => Leaf::Literal(b""),
            TupleKind::Fixed { width, .. } => {
                Leaf::Number { radix: Radix::Bytes, width, least: 0, greatest: Radix::Bytes.greatest(width) }
            }
            TupleKind::Integer { below, greatest, .. } => integer(code, below, greatest),
        })
    }

    /// Returns the minimum and the maximum width in bytes, including the code.
    pub(crate) const fn width(&self) -> (usize, Option<usize>) {
        let (least, greatest) = match self.kind {
            TupleKind::Integer { below, zero, greatest } => {
                let (below, above) = (bytes_of(below), bytes_of(greatest));
                (if zero { 1 } else { 2 }, Some(1 + if below > above { below } else { above }))
            }
            TupleKind::Text { .. } => (2, None),
            TupleKind::Bool => (1, Some(1)),
            TupleKind::Fixed { width, .. } => (1 + width, Some(1 + width)),
        };
        if !self.optional {
            return (least, greatest);
        }
        let null = if self.nested { 2 } else { 1 };
        let greatest = match greatest {
            Some(greatest) if greatest < null => Some(null),
            greatest => greatest,
        };
        (if null < least { null } else { least }, greatest)
    }

    /// Returns the width of the element at the start of `rest`. Returns `None` if it does not end there, or if no
    /// element begins like this.
    pub(crate) fn width_in(&self, rest: &[u8]) -> Option<usize> {
        let (&code, behind) = rest.split_first()?;
        if !self.codes().contains(code) {
            return None;
        }
        let width = match self.behind(code) {
            Behind::Leaf(leaf) => leaf.fixed_width()?,
            Behind::Text(_) => width_of_text(behind)?,
        };
        (width <= behind.len()).then_some(1 + width)
    }

    /// Writes a description of the element: `tuple integer from 0 to 255 or null`.
    pub(crate) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("tuple ");
        match self.kind {
            TupleKind::Integer { below, zero, greatest } => {
                out.text("integer from ");
                out.text(if below > 0 { "-" } else { "" });
                out.number(if below > 0 { below as u128 } else { !zero as u128 });
                out.text(" to ");
                out.number(greatest as u128);
            }
            TupleKind::Text { code: 1, .. } => out.text("bytes"),
            TupleKind::Text { .. } => out.text("text"),
            TupleKind::Bool => out.text("bool"),
            TupleKind::Fixed { code, width } => {
                out.text("code ");
                out.hex(code);
                out.text(" and ");
                out.number(width as u128);
                out.text(" bytes");
            }
        }
        out.text(if self.optional { " or null" } else { "" });
    }
}

/// Returns the numbers after a code of integers. Negative numbers are complemented: after the code 13, these are FE
/// for -1 down to 00 for -255.
const fn integer(code: u8, below: u64, greatest: u64) -> Leaf {
    // The distance of the code from zero is the number of bytes.
    let (width, most) = if code < ZERO { (ZERO - code, below) } else { (code - ZERO, greatest) };
    if width == 0 {
        return Leaf::Literal(b"");
    }
    let width = width as usize;
    let (all, most) = (Radix::Bytes.greatest(width), most as u128);
    let most = if most < all { most } else { all };
    // A number with a 00 in front would have a shorter form, with another code.
    let least = if width > 1 { Radix::Bytes.greatest(width - 1) + 1 } else { 1 };
    let (least, greatest) = if code < ZERO { (all - most, all - least) } else { (least, most) };
    Leaf::Number { radix: Radix::Bytes, width, least, greatest }
}

/// Returns the width of text including the 00 that ends it, or `None` if it has no end.
fn width_of_text(behind: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        // A 00 ends the text unless an FF follows it.
        at += memchr(0, behind.get(at..)?)? + 1;
        if behind.get(at) != Some(&0xFF) {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns the minimum and the maximum width of a nested tuple. The atoms are its elements in a tuple at the top.
pub(crate) const fn nested_width(atoms: &[Atom]) -> (usize, Option<usize>) {
    let (mut least, mut greatest) = (2, Some(2));
    let mut atoms = atoms;
    while let [atom, rest @ ..] = atoms {
        let (narrow, wide) = width_of(&[nested(*atom)]);
        least += narrow;
        greatest = match (greatest, wide) {
            (Some(greatest), Some(wide)) => Some(greatest + wide),
            _ => None,
        };
        atoms = rest;
    }
    (least, greatest)
}

/// Writes the atoms of a nested tuple into `out` at `at`, each made from `base`, and returns the index after the last
/// one.
pub(crate) const fn flatten_nested(atoms: &[Atom], base: Atom, out: &mut [Atom], at: usize) -> usize {
    // The atoms are those of the key at the top of a tuple. Inside, null is 00 FF.
    out[at] = Atom { leaf: Leaf::Literal(NESTED[0]), ..base };
    let mut i = 0;
    while i < atoms.len() {
        out[at + 1 + i] = Atom { leaf: nested(atoms[i]).leaf, ..base };
        i += 1;
    }
    out[at + 1 + i] = Atom { leaf: Leaf::Literal(NESTED[1]), ..base };
    at + atoms.len() + 2
}

/// Returns an atom in its form inside a nested tuple.
pub(crate) const fn nested(atom: Atom) -> Atom {
    match atom.leaf {
        Leaf::Tuple(element) => Atom { leaf: Leaf::Tuple(TupleElement { nested: true, ..element }), ..atom },
        _ => atom,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_each_width_follow_those_of_the_one_before() {
        for (below, greatest) in [(128, 127), (1 << 63, i64::MAX as u64), (0, u64::MAX), (300, 70_000), (0, 9)] {
            let element = TupleElement::new(TupleKind::Integer { below, zero: true, greatest });
            let (mut count, mut code) = (1u128, element.codes().least());
            while let Some(next) = code {
                if let Behind::Leaf(Leaf::Number { least, greatest, .. }) = element.behind(next) {
                    count += greatest - least + 1;
                }
                code = element.codes().least_above(next);
            }
            assert_eq!(count, u128::from(below) + u128::from(greatest) + 1);
        }
    }

    #[test]
    fn an_element_ends_where_it_says() {
        let text = TupleElement::new(TupleKind::Text { code: 2, alphabet: ByteSet::ALL });
        let number = TupleElement::new(TupleKind::Integer { below: 128, zero: true, greatest: 70_000 });
        let cases: [(TupleElement, &[u8], Option<usize>); 12] = [
            (text, b"\x02\0", Some(2)),
            (text, b"\x02a\0\xFFb\0\x14", Some(6)),
            (text, b"\x02a\0\xFF", None),
            (text, b"\x02a", None),
            (text, b"\x01a\0", None),
            (number, b"\x14\x14", Some(1)),
            (number, b"\x13\x7F", Some(2)),
            (number, b"\x12\x7F\0", None),
            (number, b"\x17\x01\0\0", Some(4)),
            (number, b"\x17\x01\0", None),
            (TupleElement { optional: true, ..number }, b"\0\x14", Some(1)),
            (TupleElement { optional: true, nested: true, ..number }, b"\0\xFF", Some(2)),
        ];
        for (element, rest, width) in cases {
            assert_eq!(element.width_in(rest), width, "{element:?} {rest:02X?}");
        }
    }
}
