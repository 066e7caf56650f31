//! Turns a language into the atoms of a layout.
//!
//! A leaf is one atom. A composed language is the atoms of its parts, one after another: `(u8, Option<u16>)` is a
//! number of one byte, a tag, and a number of two bytes. The tag knows that one atom of two bytes follows it, which
//! are zeros if the value is `None`. `desc` and `chars` add no atoms, but change the atoms of their inner language.

use super::{Atom, ByteSet, Decimal, Language, Leaf, List, Node, Tag, Text, part_of_sequence, tuple};

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
                put(Atom { leaf: Decimal { below, least, greatest }.leaf(), ..base }, out, at)
            }
            Node::Option(inner) => {
                let leaf = Tag { atoms: inner.atoms(), width: inner.width_of_none() }.leaf();
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
            Node::Repeated(item) => put(Atom { leaf: List(item).leaf(), ..base }, out, at),
            Node::Chars(inner, alphabet) => {
                let end = inner.flatten(base, out, at);
                let mut i = at;
                while i < end {
                    out[i].leaf = out[i].leaf.restricted(alphabet);
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

/// The leaf with a byte of a value of fixed width, and the offset of the byte in the leaf.
pub(super) struct LeafAt {
    pub(super) leaf: Leaf,
    pub(super) offset: usize,
    pub(super) complemented: bool,
}

impl Language {
    /// Returns the leaf that holds byte `offset` of a value, which has a fixed width.
    pub(super) const fn part_of(&self, offset: usize) -> LeafAt {
        match self.kind {
            Node::Leaf(leaf) => LeafAt { leaf, offset, complemented: false },
            Node::Decimal { below, least, greatest } => {
                LeafAt { leaf: Decimal { below, least, greatest }.leaf(), offset, complemented: false }
            }
            Node::Option(inner) if offset == 0 => {
                LeafAt { leaf: Tag { atoms: 0, width: inner.width().0 }.leaf(), offset, complemented: false }
            }
            Node::Option(inner) => inner.part_of(offset - 1),
            Node::Complement(inner) => {
                let part = inner.part_of(offset);
                LeafAt { complemented: !part.complemented, ..part }
            }
            Node::Chars(inner, alphabet) => {
                let part = inner.part_of(offset);
                LeafAt { leaf: part.leaf.restricted(alphabet), ..part }
            }
            Node::Pair(first, second) => match first.width().0 {
                width if offset < width => first.part_of(offset),
                width => second.part_of(offset - width),
            },
            Node::Array(inner, _) => inner.part_of(offset % inner.width().0),
            Node::Parts(atoms) | Node::Sequence(atoms) => {
                let (atom, offset) = part_of_sequence(atoms, offset);
                LeafAt { leaf: atom.leaf, offset, complemented: atom.complemented }
            }
            // These cannot be values of a list: they have no fixed width, or are rejected.
            Node::Repeated(_) | Node::NestedTuple(_) | Node::Refused { .. } => {
                let any = Text { alphabet: ByteSet::ALL, min: 1, max: Some(1) };
                LeafAt { leaf: any.leaf(), offset: 0, complemented: false }
            }
        }
    }
}

/// Writes one atom at `at`, and returns the index after it.
const fn put(atom: Atom, out: &mut [Atom], at: usize) -> usize {
    out[at] = atom;
    at + 1
}
