//! Tuples inside a tuple: 05, the elements, 00. Null is 00 FF inside.

use super::leaf::literal::Literal;
use super::leaf::tuple_element::TupleElement;
use super::{Atom, width_of};

/// The bytes before and after the elements of a tuple inside a tuple.
const NESTED: [Literal; 2] = [Literal(b"\x05"), Literal(b"\0")];

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
    out[at] = Atom { leaf: NESTED[0].leaf(), ..base };
    let mut i = 0;
    while i < atoms.len() {
        out[at + 1 + i] = Atom { leaf: nested(atoms[i]).leaf, ..base };
        i += 1;
    }
    out[at + 1 + i] = Atom { leaf: NESTED[1].leaf(), ..base };
    at + atoms.len() + 2
}

/// Returns an atom in its form inside a nested tuple.
pub(crate) const fn nested(atom: Atom) -> Atom {
    match atom.leaf.as_tuple_element() {
        Some(element) => Atom { leaf: TupleElement { nested: true, ..element }.leaf(), ..atom },
        None => atom,
    }
}
