//! Models of leaves: their elements by definition, written without the walk. Tests of walks, branches and searches compare
//! them with the walk.

extern crate std;

use crate::language::leaf::Leaf;
use crate::language::{Atom, ByteSet, Source};
use std::vec;
use std::vec::Vec;

pub(crate) type Bytes = Vec<u8>;

/// Open texts are listed up to this width, two more than the widest bound.
pub(crate) const OPEN: usize = 5;

pub(crate) const AB: ByteSet = ByteSet::range(b'a', b'b');
pub(crate) const ENDS: ByteSet = ByteSet::one(0).union(ByteSet::one(0xFF));

/// The elements of a leaf.
pub(crate) trait LeafModel {
    /// Returns leaves of this kind with few elements.
    fn samples() -> Vec<Leaf>
    where
        Self: Sized;

    /// Returns leaves of this kind as wide as in wide keys.
    fn widest() -> Vec<Leaf>
    where
        Self: Sized;

    /// Returns every element. Those without a limit are listed up to [`OPEN`], or a few characters.
    fn elements(&self) -> Vec<Bytes>;

    /// Returns what the next two functions compare with, which is made once.
    fn pieces(&self) -> Vec<Bytes> {
        self.elements()
    }

    /// Returns `true` if this is an element of the leaf, of any width.
    fn has(&self, pieces: &[Bytes], element: &[u8]) -> bool {
        pieces.iter().any(|other| other == element)
    }

    /// Returns `true` if an element begins with `start`.
    fn has_start(&self, pieces: &[Bytes], start: &[u8]) -> bool {
        pieces.iter().any(|other| other.starts_with(start))
    }
}

pub(crate) fn each(bytes: ByteSet) -> impl Iterator<Item = u8> {
    (0..=0xFF).filter(move |&byte| bytes.contains(byte))
}

/// Returns the texts of `min ..= max` bytes of an alphabet.
pub(crate) fn texts(alphabet: ByteSet, min: usize, max: usize) -> Vec<Bytes> {
    let (mut all, mut last) = (Vec::new(), vec![Vec::new()]);
    for width in 0..=max {
        if width >= min {
            all.extend(last.iter().cloned());
        }
        last = joined(&last, &each(alphabet).map(|byte| vec![byte]).collect::<Vec<_>>());
    }
    all
}

/// Returns `true` if this is text of the alphabet, in which an escape follows each byte `first`.
pub(crate) fn is_escaped(text: &[u8], alphabet: ByteSet, first: u8, is_second: &dyn Fn(u8) -> bool) -> bool {
    match text {
        [] => true,
        [byte, rest @ ..] if *byte == first => match rest {
            [second, rest @ ..] => is_second(*second) && is_escaped(rest, alphabet, first, is_second),
            [] => false,
        },
        [byte, rest @ ..] => alphabet.contains(*byte) && is_escaped(rest, alphabet, first, is_second),
    }
}

/// Returns each head followed by each tail.
pub(crate) fn joined(heads: &[Bytes], tails: &[Bytes]) -> Vec<Bytes> {
    heads.iter().flat_map(|head| tails.iter().map(|tail| [head.as_slice(), tail].concat())).collect()
}

fn written(atom: &Atom, keys: Vec<Bytes>) -> Vec<Bytes> {
    let turn = |key: Bytes| key.iter().map(|byte| if atom.complemented { !byte } else { *byte }).collect();
    keys.into_iter().map(turn).collect()
}

/// Returns all keys of a layout.
pub(crate) fn all_keys(atoms: &[Atom]) -> Vec<Bytes> {
    let Some((first, rest)) = atoms.split_first() else { return vec![Vec::new()] };
    match first.leaf.as_tag() {
        Some(tag) => {
            let absent = joined(&written(first, vec![vec![0; 1 + tag.width]]), &all_keys(&rest[tag.atoms..]));
            let present = joined(&written(first, vec![vec![1]]), &all_keys(rest));
            [absent, present].concat()
        }
        None => joined(&written(first, first.leaf.model().elements()), &all_keys(rest)),
    }
}

/// Returns an atom of each sample, and complemented.
pub(crate) fn atoms() -> Vec<Atom> {
    let atom = |leaf: &Leaf| Atom::new(*leaf, Source::Prefix);
    let turned = |leaf: &Leaf| Atom { complemented: true, ..atom(leaf) };
    let samples = Leaf::samples();
    samples.iter().map(atom).chain(samples.iter().map(turned)).collect()
}

/// Reads keys of any width by the definitions of their leaves.
pub(crate) struct KeyReader {
    pub(crate) atoms: Vec<Atom>,
    /// The pieces of each atom.
    pieces: Vec<Vec<Bytes>>,
}

impl KeyReader {
    pub(crate) fn new(atoms: &[Atom]) -> Self {
        Self { atoms: atoms.to_vec(), pieces: atoms.iter().map(|atom| atom.leaf.model().pieces()).collect() }
    }

    pub(crate) fn is_key(&self, bytes: &[u8]) -> bool {
        !bytes.is_empty() && self.reads(0, None, bytes)
    }

    /// Returns `true` if a key begins with `bytes`, which include all of its first `head` elements.
    pub(crate) fn begins(&self, head: usize, bytes: &[u8]) -> bool {
        self.reads(0, Some(head), bytes)
    }

    /// Returns `true` if the atoms from `at` on can write `rest`. With a `head`, `rest` can end early, after that
    /// number of atoms.
    fn reads(&self, at: usize, head: Option<usize>, rest: &[u8]) -> bool {
        let can_break = head.is_some_and(|head| at >= head);
        let Some(atom) = self.atoms.get(at) else { return rest.is_empty() };
        if rest.is_empty() && can_break {
            return true;
        }
        let plain: Bytes = rest.iter().map(|byte| if atom.complemented { !byte } else { *byte }).collect();
        let Some(tag) = atom.leaf.as_tag() else {
            let (model, pieces) = (atom.leaf.model(), &self.pieces[at]);
            return (0..=rest.len())
                .any(|end| model.has(pieces, &plain[..end]) && self.reads(at + 1, head, &rest[end..]))
                || can_break && model.has_start(pieces, &plain);
        };
        match plain.split_first() {
            Some((0, zeros)) => match zeros.split_at_checked(tag.width) {
                Some((zeros, behind)) => {
                    zeros.iter().all(|&byte| byte == 0)
                        && self.reads(at + 1 + tag.atoms, head, &rest[rest.len() - behind.len()..])
                }
                None => can_break && zeros.iter().all(|&byte| byte == 0),
            },
            first => first.is_some_and(|(&tag, _)| tag == 1) && self.reads(at + 1, head, &rest[1..]),
        }
    }
}
