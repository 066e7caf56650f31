//! Turns a language into the atoms of a layout.
//!
//! A leaf is one atom. A composed language is the atoms of its parts, one after another: `(u8, Option<u16>)` is a
//! number of one byte, a tag, and a number of two bytes. The tag knows that one atom of two bytes follows it, which
//! are zeros if the value is `None`. `desc` and `chars` add no atoms, but change the atoms of their inner language.

use super::leaf::restricted;
use super::tuple;
use super::{Atom, ByteSet, Language, Leaf, Node, Radix, TextForm};

impl Language {
    /// Returns the number of atoms that [`Language::flatten`] writes.
    pub(crate) const fn atoms(&self) -> usize {
        match self.kind {
            Node::Leaf(_) | Node::Decimal { .. } => 1,
            Node::Option(inner) => 1 + inner.atoms(),
            Node::Complement(inner) | Node::Chars(inner, _) => inner.atoms(),
            Node::Pair(first, second) => first.atoms() + second.atoms(),
            Node::Array(inner, count) => inner.atoms() * count,
            Node::Repeated(_) => 1,
            Node::Parts(atoms) | Node::Sequence(atoms) => atoms.len(),
            Node::NestedTuple(atoms) => atoms.len() + 2,
            Node::Refused { .. } => 0,
        }
    }

    /// Writes the atoms of this language into `out` at `at`, each made from `base`, and returns the index after the
    /// last one.
    pub(crate) const fn flatten(&self, base: Atom, out: &mut [Atom], at: usize) -> usize {
        match self.kind {
            Node::Leaf(leaf) => put(Atom { leaf, ..base }, out, at),
            Node::Decimal { below, least, greatest } => {
                put(Atom { leaf: decimal_leaf(below, least, greatest), ..base }, out, at)
            }
            Node::Option(inner) => {
                let leaf = Leaf::Tag { atoms: inner.atoms(), width: inner.width().0 };
                let end = put(Atom { leaf, ..base }, out, at);
                inner.flatten(base, out, end)
            }
            Node::Complement(inner) => inner.flatten(Atom { complemented: !base.complemented, ..base }, out, at),
            Node::Pair(first, second) => {
                let end = first.flatten(base, out, at);
                second.flatten(base, out, end)
            }
            Node::Array(inner, count) => {
                let (mut end, mut i) = (at, 0);
                while i < count {
                    end = inner.flatten(base, out, end);
                    i += 1;
                }
                end
            }
            Node::Repeated(item) => put(Atom { leaf: list_leaf(item), ..base }, out, at),
            Node::Chars(inner, alphabet) => {
                let end = inner.flatten(base, out, at);
                let mut i = at;
                while i < end {
                    out[i].leaf = restricted(out[i].leaf, alphabet);
                    i += 1;
                }
                end
            }
            Node::Parts(atoms) | Node::Sequence(atoms) => {
                let mut i = 0;
                while i < atoms.len() {
                    out[at + i] = Atom {
                        leaf: atoms[i].leaf,
                        complemented: atoms[i].complemented != base.complemented,
                        opted_out: atoms[i].opted_out || base.opted_out,
                        owner: base.owner,
                    };
                    i += 1;
                }
                at + atoms.len()
            }
            Node::NestedTuple(atoms) => tuple::flatten_nested(atoms, base, out, at),
            Node::Refused { .. } => at,
        }
    }
}

/// Writes one atom at `at`, and returns the index after it.
const fn put(atom: Atom, out: &mut [Atom], at: usize) -> usize {
    out[at] = atom;
    at + 1
}

/// Returns a leaf that holds every list of values of a language of fixed width.
pub(super) const fn list_leaf(item: &'static Language) -> Leaf {
    Leaf::Text { alphabet: ByteSet::ALL, min: 0, max: None, form: TextForm::List(item) }
}

/// Returns a leaf that holds the text of every number from `-below`, or from `least`, to `greatest`. If `least` is
/// above 1, it also holds lower numbers of the same width: `10` for a `least` of 12.
pub(super) const fn decimal_leaf(below: u128, least: u128, greatest: u128) -> Leaf {
    let digits = ByteSet::range(b'0', b'9');
    let most = Radix::Decimal.width(greatest);
    let form = TextForm::Decimal { below, zero: below > 0 || least == 0, greatest };
    if below == 0 {
        return Leaf::Text { alphabet: digits, min: Radix::Decimal.width(least), max: Some(most), form };
    }
    let negative = 1 + Radix::Decimal.width(below);
    let max = Some(if negative > most { negative } else { most });
    Leaf::Text { alphabet: digits.union(ByteSet::one(b'-')), min: 1, max, form }
}
