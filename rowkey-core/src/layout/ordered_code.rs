//! Keys in ordered code (`encoding = ordered_code`), and the bytes that are omitted at their end.
//!
//! A *full* key is the element of each field with its end mark, one after another, as in any other layout. Scans
//! compute with full keys. The written key is the start of the full key: it ends after the last field that is
//! descending or not empty, without the end mark of that field if it ascends. If there is no such field, it is 00 00.
//!
//! ```text
//! two texts    full key                    written key
//! "A", "B"     41 00 01 42 00 01           41 00 01 42
//! "A", ""      41 00 01 00 00 00 01        41
//! "", ""       00 00 00 01 00 00 00 01     00 00
//! ```
//!
//! Written keys sort like full keys: where one key ends, another continues with an end mark or an escape, and no
//! ascending element begins below the empty one.

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

/// The full element of an empty text, ascending.
const NOTHING: [u8; 4] = [EMPTY[0], EMPTY[1], END[0], END[1]];

/// Returns `true` if these are the atoms of a key in ordered code.
pub(crate) const fn is_ordered_code(atoms: &[Atom]) -> bool {
    matches!(atoms, [Atom { leaf: Leaf::OrderedCode(_), .. }, ..])
}

/// Returns the width of the end mark that is omitted after the last field.
const fn mark_left_out(last: &Atom) -> usize {
    if last.complemented { 0 } else { END.len() }
}

/// Returns the minimum and the maximum width of a key with these atoms.
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
    // The shortest key is a text of one byte.
    (1, most)
}

impl Layout {
    /// Returns `true` if each field is in ordered code.
    pub(crate) const fn is_ordered_code(&self) -> bool {
        is_ordered_code(self.atoms)
    }

    /// Returns the width in bytes of the full element of field `index` at the start of `rest`, or `None` if its end
    /// mark is missing.
    fn width_in_full(&self, index: usize, rest: &[u8]) -> Option<usize> {
        self.width_in(self.cut(index), index, rest)
    }

    /// Returns the full key.
    ///
    /// # Errors
    /// Returns the index of a field that is missing or does not end, and the offset of its first byte.
    pub(crate) fn in_full(&self, key: &[u8]) -> Result<KeyBuf, (usize, usize)> {
        let (mut full, mut at) = (KeyBuf::of(key), 0);
        for (index, atom) in self.atoms.iter().enumerate() {
            let rest = full.get(at..).unwrap_or_default();
            at += match self.width_in_full(index, rest) {
                Some(width) => width,
                // The key ended before this field, so the field is empty.
                None if rest.is_empty() && atom.can_be_left_out() => {
                    full.put(&NOTHING);
                    NOTHING.len()
                }
                // A missing field that cannot be omitted, a descending one without its end mark, or half an escape.
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

    /// Returns the number of written bytes of a full key, or of the start of one that ends with a whole element.
    /// Returns `None` if it ends elsewhere.
    pub(crate) fn written(&self, full: &[u8]) -> Option<usize> {
        let (mut at, mut written) = (0, 0);
        for (index, atom) in self.atoms.iter().enumerate() {
            let rest = full.get(at..).unwrap_or_default();
            if rest.is_empty() {
                // The start of a full key ends here. It is a whole key if the other fields can be empty.
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

    /// Converts a bound of full keys to a bound of written keys: a written key is below the result exactly if its full
    /// key is below `full`.
    pub(crate) fn written_place(&self, full: &KeyBuf) -> KeyBuf {
        // The bound 41 00 01 is the start of keys that begin with "A", but "A" alone is written as 41.
        if let Some((width, _)) = self.keys_before_zeros(full).find(|(_, key)| *key >= *full) {
            return KeyBuf::of(full.get(..width).unwrap_or_default());
        }
        // The bound is just after a key.
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

    /// Converts a bound of written keys to a bound of full keys: the inverse of [`Layout::written_place`].
    ///
    /// The bytes may begin with a key and continue like no key does. That key is below the bytes, so its full form
    /// must be below the bound. With two texts, "A" is written as 41, and its full key is 41 00 01 00 00 00 01. The
    /// bound 41 00 00 becomes a bound just after that full key.
    pub(crate) fn place_in_full(&self, written: &[u8]) -> KeyBuf {
        match self.keys_before_zeros(written).last() {
            Some((_, mut full)) if *full >= *written => {
                full.put(&[0]);
                full
            }
            _ => KeyBuf::of(written),
        }
    }

    /// Returns the written keys at the start of `bytes` that a 00 follows there: the width of each, and its full key.
    /// Only for these can `bytes` differ from the full key after the written key, because the omitted bytes begin with
    /// 00.
    fn keys_before_zeros(&self, bytes: &[u8]) -> impl Iterator<Item = (usize, KeyBuf)> {
        let mut walk = Some(Walk::new(self.atoms));
        bytes.iter().enumerate().filter_map(move |(width, &byte)| {
            let before = walk?;
            walk = before.next().0.contains(byte).then(|| before.step(byte));
            let is_key = width > 0 && byte == 0 && before.can_end();
            is_key.then(|| Some((width, self.in_full(bytes.get(..width)?).ok()?))).flatten()
        })
    }

    /// Converts a range of full keys to a range of written keys.
    pub(crate) fn written_range(&self, full: &KeyRange) -> KeyRange {
        KeyRange::of(self.written_place(&full.start), full.stop.as_ref().map(|stop| self.written_place(stop)))
    }
}

/// Returns `true` if text without its end mark ends inside an escape: with 00, without the FF after it.
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
    use crate::language::walk::all_keys::ordered_code::{keys_in_full, layouts};
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

    /// Returns the starts of keys, each alone and followed by bytes that most keys do not have there.
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

    /// For any bytes as a bound, written and full keys are on the same side of it.
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
