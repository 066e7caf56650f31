//! Atoms: leaves in their position in a layout.

use super::{ByteSet, Leaf, Literal};

/// A leaf in its position in a layout.
#[doc(hidden)]
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
    pub(crate) const NOTHING: Self = Self::new(Literal(&[]).leaf(), Source::Prefix);

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
        match self.leaf.as_literal() {
            Some(Literal(bytes)) if at < bytes.len() => Some(if self.complemented { !bytes[at] } else { bytes[at] }),
            _ => None,
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

/// Returns the minimum and the maximum total width of the atoms. The maximum is `None` if the width is unbounded.
pub(crate) const fn width_of(atoms: &[Atom]) -> (usize, Option<usize>) {
    let mut min = 0;
    let mut max = Some(0);
    let mut atoms = atoms;
    while let [atom, rest @ ..] = atoms {
        let (least, most) = atom.leaf.width();
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
