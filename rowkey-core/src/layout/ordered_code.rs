//! Keys whose fields are in ordered code (`encoding = ordered_code`), and what is not written at their end.
//!
//! A key *in full* is the element of each field with its end mark: one after the other, as in any other layout. Scans think of keys in
//! full. What is written is the start of that: behind the last field that is descending or not empty, nothing, and not its own end
//! mark if it ascends; of a key that has no such field, 00 00. Keys sort as in full, because where one ends, another goes on with
//! an end mark or an escape, and no ascending element begins with less than the empty one.

use super::Layout;
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::language::ordered_code::{EMPTY, END};
use crate::language::walk::Walk;
use crate::language::{Atom, Language, Leaf, width_of};
use memchr::memchr;

/// The language of such a key inside another key.
pub(super) const REFUSED_INSIDE: Language = Language::refused_by(
    "RK612",
    "the key inside has the encoding `ordered_code`, which leaves out empty fields at its end",
    "write its fields into the outer struct",
);

/// The empty text in full, ascending.
const NOTHING: [u8; 4] = [EMPTY[0], EMPTY[1], END[0], END[1]];

/// `true` if these atoms are those of a key in ordered code.
pub(crate) const fn is_ordered_code(atoms: &[Atom]) -> bool {
    matches!(atoms, [Atom { leaf: Leaf::OrderedCode(_), .. }, ..])
}

/// The width of the end mark that is left out behind the last field.
const fn mark_left_out(last: &Atom) -> usize {
    if last.complemented { 0 } else { END.len() }
}

/// The least and the greatest width of a key of these atoms.
pub(crate) const fn key_width(atoms: &[Atom]) -> (usize, Option<usize>) {
    let (in_full, most) = width_of(atoms);
    let [.., last] = atoms else { return (in_full, most) };
    if !is_ordered_code(atoms) {
        return (in_full, most);
    }
    let most = match most {
        Some(most) => Some(most - mark_left_out(last)),
        None => None,
    };
    let mut written = atoms;
    while let [before @ .., last] = written {
        if !last.can_be_left_out() {
            return (width_of(written).0 - mark_left_out(last), most);
        }
        written = before;
    }
    // A text of one byte.
    (1, most)
}

impl Layout {
    /// `true` if each field is in ordered code.
    pub(crate) const fn is_ordered_code(&self) -> bool {
        is_ordered_code(self.atoms)
    }

    /// The width in bytes of field `index` at the start of `rest`, in full; `None` if its end mark does not stand there.
    fn width_in_full(&self, index: usize, rest: &[u8]) -> Option<usize> {
        self.width_in(self.cut(index), index, rest)
    }

    /// The key in full.
    ///
    /// # Errors
    /// The index of a field that is missing or does not end, and the offset of what is there of it.
    pub(crate) fn in_full(&self, key: &[u8]) -> Result<KeyBuf, (usize, usize)> {
        let (mut full, mut at) = (KeyBuf::of(key), 0);
        for (index, atom) in self.atoms.iter().enumerate() {
            let rest = full.get(at..).unwrap_or_default();
            at += match self.width_in_full(index, rest) {
                Some(width) => width,
                None if rest.is_empty() && atom.can_be_left_out() => {
                    full.put(&NOTHING);
                    NOTHING.len()
                }
                None if rest.is_empty() || atom.complemented || ends_in_escape(rest) => {
                    return Err((index, at.min(key.len())));
                }
                None => {
                    let width = rest.len() + END.len();
                    full.put(&END);
                    width
                }
            };
        }
        Ok(full)
    }

    /// How many bytes are written of a key in full, or of the start of one that ends with a whole element. `None` if it ends
    /// elsewhere.
    pub(crate) fn written(&self, full: &[u8]) -> Option<usize> {
        let (mut at, mut written) = (0, 0);
        for (index, atom) in self.atoms.iter().enumerate() {
            let rest = full.get(at..).unwrap_or_default();
            if rest.is_empty() {
                let can_end = self.atoms.get(index..).unwrap_or_default().iter().all(Atom::can_be_left_out);
                written = if can_end { written } else { at };
                break;
            }
            let element = rest.get(..self.width_in_full(index, rest)?)?;
            at += element.len();
            if atom.complemented {
                written = at;
            } else if element != NOTHING {
                written = at - END.len();
            }
        }
        let is_whole = at == full.len();
        is_whole.then_some(if written == 0 { EMPTY.len().min(at) } else { written })
    }

    /// A place among keys as they are written, of a place among keys in full: a key is below the one exactly if it is below the
    /// other, in full.
    pub(crate) fn written_place(&self, full: &KeyBuf) -> KeyBuf {
        // 41 00 01 is the start of keys that begin with "A", and "A" alone is written as 41.
        if let Some((width, _)) = self.keys_before_zeros(full).find(|(_, key)| *key >= *full) {
            return KeyBuf::of(full.get(..width).unwrap_or_default());
        }
        // Just after a key.
        let key = full.strip_suffix(&[0]).filter(|key| self.in_full(key).is_ok_and(|full| *full == **key));
        match key.and_then(|key| key.get(..self.written(key)?)) {
            Some(key) => {
                let mut after = KeyBuf::of(key);
                after.put(&[0]);
                after
            }
            None => full.clone(),
        }
    }

    /// A place among keys in full, of a place among keys as they are written: the inverse of [`Layout::written_place`].
    ///
    /// The bytes may begin with a key and go on as no key does. That key is below them, and so below the place: of two texts,
    /// "A" is 41, in full 41 00 01 00 00 00 01, and of the bytes 41 00 00 the place is just after that.
    pub(crate) fn place_in_full(&self, written: &[u8]) -> KeyBuf {
        match self.keys_before_zeros(written).last() {
            Some((_, mut full)) if *full >= *written => {
                full.put(&[0]);
                full
            }
            _ => KeyBuf::of(written),
        }
    }

    /// The keys, as they are written, that `bytes` begin with and that 00 follows there: the width of each, and the key in full. Only
    /// of these can `bytes` and the key in full differ behind the key, as what is not written begins with 00.
    fn keys_before_zeros(&self, bytes: &[u8]) -> impl Iterator<Item = (usize, KeyBuf)> {
        let mut walk = Some(Walk::new(self.atoms));
        bytes.iter().enumerate().filter_map(move |(width, &byte)| {
            let before = walk?;
            walk = before.next().0.contains(byte).then(|| before.step(byte));
            let is_key = width > 0 && byte == 0 && before.can_end();
            is_key.then(|| Some((width, self.in_full(bytes.get(..width)?).ok()?))).flatten()
        })
    }

    /// A range of keys as they are written, of a range of keys in full.
    pub(crate) fn written_range(&self, full: &KeyRange) -> KeyRange {
        KeyRange::of(self.written_place(&full.start), full.stop.as_ref().map(|stop| self.written_place(stop)))
    }
}

/// `true` if text whose end mark is not there ends in the middle of an escape: with 00, after which FF would follow.
fn ends_in_escape(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = memchr(0, rest) {
        match rest.get(at + 2..) {
            Some(after) => rest = after,
            None => return true,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::Source;
    use crate::language::walk::words::ordered_code::{keys_in_full, layouts};
    use crate::layout::{Field, Parts};
    use crate::private::stub;
    use std::boxed::Box;
    use std::vec::Vec;

    fn layout(atoms: &[Atom]) -> Layout {
        let own = |(index, atom): (usize, &Atom)| Atom { owner: Source::Field(index), ..*atom };
        let atoms: Vec<Atom> = atoms.iter().enumerate().map(own).collect();
        let language = |atom: &Atom| match atom.leaf {
            Leaf::OrderedCode(kind) if atom.complemented => {
                Language::complement(Box::leak(Box::new(Language::ordered_code(kind))))
            }
            Leaf::OrderedCode(kind) => Language::ordered_code(kind),
            _ => unreachable!("all atoms are in ordered code"),
        };
        let fields: Vec<_> = atoms.iter().map(|atom| Field { language: language(atom), ..Field::NOTHING }).collect();
        let parts = Parts { fields: Vec::leak(fields), ..Parts::EMPTY };
        Layout { parts, atoms: Vec::leak(atoms), ..stub("Key") }
    }

    /// The bytes that a key begins with, each alone and with bytes behind it that most keys do not have there.
    fn places<'k>(keys: impl Iterator<Item = &'k Vec<u8>>) -> Vec<Vec<u8>> {
        let bytes = [0, 1, b'a', 0xFE, 0xFF];
        let mut tails: Vec<Vec<u8>> = [Vec::new()].into();
        for width in 0..3 {
            let widest: Vec<_> = tails.iter().filter(|tail| tail.len() == width).cloned().collect();
            tails.extend(widest.iter().flat_map(|tail| bytes.map(|byte| [&tail[..], &[byte]].concat())));
        }
        let mut starts: Vec<_> = keys.flat_map(|key| (0..=key.len()).map(|width| key[..width].to_vec())).collect();
        starts.sort();
        starts.dedup();
        starts.iter().flat_map(|start| tails.iter().map(move |tail| [&start[..], tail].concat())).collect()
    }

    /// Whatever bytes a place is, keys lie on the same side of it as they are written and in full.
    #[test]
    fn places_have_the_same_keys_below_them_in_both_forms() {
        let mut moved = 0;
        for atoms in layouts() {
            let layout = layout(&atoms);
            let keys = keys_in_full(&atoms);
            assert!(keys.iter().all(|(key, full)| layout.in_full(key).as_deref() == Ok(&full[..])), "{atoms:#?}");
            assert!(keys.is_sorted_by_key(|(_, full)| full), "{atoms:#?}");
            let some = || keys.iter().step_by(1 + keys.len() / 10);
            for place in places(some().map(|(key, _)| key)) {
                let full = layout.place_in_full(&place);
                let expected = keys.partition_point(|(key, _)| *key < place);
                let found = keys.partition_point(|(_, key)| **key < *full);
                assert_eq!(found, expected, "{place:02X?} is {full:02X?} in full: {atoms:#?}");
                moved += usize::from(*full != *place);
            }
            for place in places(some().map(|(_, full)| full)) {
                let written = layout.written_place(&KeyBuf::of(&place));
                let expected = keys.partition_point(|(_, full)| *full < place);
                let found = keys.partition_point(|(key, _)| **key < *written);
                assert_eq!(found, expected, "{place:02X?} in full is written {written:02X?}: {atoms:#?}");
            }
        }
        assert!(moved > 1_000, "{moved} places differ in full");
    }
}
