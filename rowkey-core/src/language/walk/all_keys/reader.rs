//! Keys read by the definitions of their leaves, with texts of any width.

extern crate std;

use super::{items, of_leaf};
use crate::language::leaf::escapes;
use crate::language::{Atom, ByteSet, Leaf, TextForm};
use crate::language::{TupleElement, TupleKind};
use std::vec::Vec;

/// A layout that decides which byte strings are its keys.
pub(crate) struct KeyReader {
    pub(crate) atoms: Vec<Atom>,
    /// All elements of each atom, except texts and tags.
    elements: Vec<Vec<Vec<u8>>>,
}

impl KeyReader {
    pub(crate) fn new(atoms: &[Atom]) -> Self {
        let elements = |atom: &Atom| match atom.leaf {
            Leaf::Text { form: TextForm::List(item), .. } => items(item),
            Leaf::Text { form: TextForm::Any, .. } | Leaf::Terminated { .. } | Leaf::Tag { .. } => Vec::new(),
            Leaf::Tuple(TupleElement { kind: TupleKind::Text { code, .. }, optional, nested }) => {
                let null = TupleKind::Text { code, alphabet: ByteSet::NONE };
                of_leaf(&Leaf::Tuple(TupleElement { kind: null, optional, nested }))
            }
            leaf => of_leaf(&leaf),
        };
        Self { atoms: atoms.to_vec(), elements: atoms.iter().map(elements).collect() }
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
        let plain: Vec<u8> = rest.iter().map(|byte| if atom.complemented { !byte } else { *byte }).collect();
        match (atom.leaf, plain.split_first()) {
            (Leaf::Tag { atoms, width }, Some((0, zeros))) => match zeros.split_at_checked(width) {
                Some((zeros, behind)) => {
                    zeros.iter().all(|&byte| byte == 0)
                        && self.reads(at + 1 + atoms, head, &rest[rest.len() - behind.len()..])
                }
                None => can_break && zeros.iter().all(|&byte| byte == 0),
            },
            (Leaf::Tag { .. }, first) => {
                first.is_some_and(|(&tag, _)| tag == 1) && self.reads(at + 1, head, &rest[1..])
            }
            _ => {
                (0..=rest.len()).any(|end| self.has(at, &plain[..end]) && self.reads(at + 1, head, &rest[end..]))
                    || can_break && self.has_start(at, &plain)
            }
        }
    }

    fn has(&self, at: usize, element: &[u8]) -> bool {
        match self.atoms[at].leaf {
            Leaf::Text { form: TextForm::List(item), .. } => {
                element.len() % item.width().0 == 0
                    && element.chunks(item.width().0).all(|item| self.elements[at].iter().any(|it| it == item))
            }
            Leaf::Text { alphabet, min, max, form: TextForm::Any } => {
                let fits = element.len() >= min && max.is_none_or(|max| element.len() <= max);
                fits && element.iter().all(|&byte| alphabet.contains(byte))
            }
            Leaf::Terminated { alphabet, empty } => {
                element.strip_suffix(&[0, 1]).is_some_and(|text| is_escaped(text, alphabet, escapes(alphabet, empty)))
            }
            Leaf::Tuple(TupleElement { kind: TupleKind::Text { code, alphabet }, .. }) => {
                let text = element.strip_prefix(&[code]).and_then(|rest| rest.strip_suffix(&[0]));
                text.is_some_and(|text| is_escaped(text, alphabet, escapes(alphabet, false)))
                    || self.elements[at].iter().any(|it| it == element)
            }
            _ => self.elements[at].iter().any(|other| other == element),
        }
    }

    /// Returns `true` if an element begins with `start`.
    fn has_start(&self, at: usize, start: &[u8]) -> bool {
        match self.atoms[at].leaf {
            Leaf::Text { form: TextForm::List(item), .. } => {
                let has_item = |start: &[u8]| self.elements[at].iter().any(|it| it.starts_with(start));
                start.chunks(item.width().0).all(has_item)
            }
            Leaf::Text { alphabet, max, form: TextForm::Any, .. } => {
                max.is_none_or(|max| start.len() <= max) && start.iter().all(|&byte| alphabet.contains(byte))
            }
            Leaf::Terminated { .. } | Leaf::Tuple(TupleElement { kind: TupleKind::Text { .. }, .. }) => {
                let ends = [&[][..], &[0], &[1], &[0, 1], &[0xFF], &[0xFF, 0], &[0xFF, 0, 1]];
                start.is_empty() || ends.iter().any(|end| self.has(at, &[start, end].concat()))
            }
            _ => self.elements[at].iter().any(|other| other.starts_with(start)),
        }
    }
}

/// Returns `true` if this is text of the alphabet, in which one of `escapes` follows each 00.
fn is_escaped(text: &[u8], alphabet: ByteSet, escapes: ByteSet) -> bool {
    match text {
        [] => true,
        [0] => false,
        [0, second, rest @ ..] => escapes.contains(*second) && is_escaped(rest, alphabet, escapes),
        [byte, rest @ ..] => alphabet.contains(*byte) && is_escaped(rest, alphabet, escapes),
    }
}
