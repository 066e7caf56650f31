//! Keys whose fields are in ordered code (`encoding = ordered_code`), and what is not written at their end.
//!
//! A key *in full* is the element of each field with its end mark: one after the other, as in any other layout. Scans think of keys in
//! full. What is written is the start of that: behind the last field that is descending or not empty, nothing, and not its own end
//! mark if it ascends; of a key that has no such field, 00 00. Keys sort as in full, because where one ends, another goes on with
//! an end mark or an escape, and no ascending element begins with less than the empty one.

use super::Layout;
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::language::ordered_code::{EMPTY, END};
use crate::language::{Atom, Language, Leaf, width_of};
use memchr::memchr;

/// The language of such a key inside another key.
pub(super) const REFUSED_INSIDE: Language = Language::refused(
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

    /// A place among keys as they are written, of a place among keys in full.
    pub(crate) fn written_place(&self, full: &KeyBuf) -> KeyBuf {
        if let Some(written) = self.written(full) {
            return KeyBuf::of(full.get(..written).unwrap_or_default());
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

    /// A place among keys in full, of a place among keys as they are written.
    pub(crate) fn place_in_full(&self, written: &[u8]) -> KeyBuf {
        // Behind a key, in the middle of what is left out of it: between the two lies no other key.
        let key_before = |start: &[u8]| {
            let full = self.in_full(start).ok().filter(|full| full.starts_with(written))?;
            self.written(&full).is_some_and(|key| key < written.len()).then_some(full)
        };
        match key_before(written).or_else(|| key_before(written.strip_suffix(&[0])?)) {
            Some(mut full) => {
                full.put(&[0]);
                full
            }
            None => KeyBuf::of(written),
        }
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
