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
        let (mut least, mut most) = atom.leaf.width();
        atoms = rest;
        if let Some(tag) = atom.leaf.as_tag() {
            let (value, rest) = rest.split_at(tag.atoms);
            let (least_of_value, most_of_value) = width_of(value);
            // Zeros in place of the value can be fewer, but never more: they are as wide as a value of one width.
            least += if tag.width < least_of_value { tag.width } else { least_of_value };
            most = sum(most, most_of_value);
            atoms = rest;
        }
        min += least;
        max = sum(max, most);
    }
    (min, max)
}

/// Returns the sum of two widths, or `None` if one is unbounded.
const fn sum(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        _ => None,
    }
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

/// Returns `true` if `bytes` begins with `start`, in a const.
pub(crate) const fn begins(bytes: &[u8], start: &[u8]) -> bool {
    let mut i = 0;
    while i < start.len() {
        if i >= bytes.len() || bytes[i] != start[i] {
            return false;
        }
        i += 1;
    }
    true
}
